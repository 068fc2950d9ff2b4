"""The script as __main__, and its end as the interpreter itself would make it."""
import sys

import failures


def run(script):
    module = type(sys)("__main__")
    ours = sys.modules["__main__"].__dict__
    loader = type(ours["__loader__"])
    module.__dict__.update(__file__=script, __builtins__=__builtins__, __cached__=None, __loader__=loader("__main__", script))
    if "__annotations__" in ours:
        module.__dict__["__annotations__"] = {}
    sys.modules["__main__"] = module
    try:
        with open(script, "rb") as file:
            source = file.read()
        exec(compile(source, script, "exec", dont_inherit=True), module.__dict__)
    except SystemExit:
        raise
    except BaseException as error:
        failures.strip(error)
        failures.record(error, script)
        show(error)
        # It goes on as every uncaught exception does, but it has been shown, and without our frames.
        sys.excepthook = silent
        raise


def silent(*_):
    pass


def show(error):
    """Prints an uncaught exception by the script's own hook, if it has set one."""
    try:
        sys.excepthook(type(error), error, error.__traceback__)
    except SystemExit:
        raise
    except BaseException as second:
        failures.strip(second)
        print("Error in sys.excepthook:", file=sys.stderr)
        sys.__excepthook__(type(second), second, second.__traceback__)
        print("\nOriginal exception was:", file=sys.stderr)
        sys.__excepthook__(type(error), error, error.__traceback__)
