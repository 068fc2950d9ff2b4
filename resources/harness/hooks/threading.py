"""Exceptions that end a thread."""
import failures
import training


def install(threading):
    show = threading.excepthook

    def excepthook(ended):
        if ended.exc_value is None or issubclass(ended.exc_type, SystemExit):
            return show(ended)
        training.quietly(failures.strip, ended.exc_value)
        failures.record(ended.exc_value, kind="thread-exception")
        # Printed from what is handed over, so that gets the traceback without our frames.
        return show(type(ended)((ended.exc_type, ended.exc_value, ended.exc_value.__traceback__, ended.thread)))

    threading.excepthook = excepthook
