"""Runs a script unchanged, as __main__, and writes what happened as JSON lines.

Usage: harness.py EVENTS_FOLDER SCRIPT [ARGUMENTS]. Standard library only, Python 3.8 to 3.14. What it writes is a hint for the next
attempt, never the verdict: the script can reach and forge all of it.
"""
import faulthandler
import os
import sys
import threading
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import events  # noqa: E402
import hooks  # noqa: E402

sys.path.remove(HERE)


def frames_of(error, script):
    """Frames of an exception, outermost first, without those of this file."""
    return [
        {"file": f.filename, "line": f.lineno, "function": f.name, "code": f.line or None}
        for f in traceback.extract_tb(error.__traceback__)
        if not f.filename.startswith(HERE)
    ]


def chain_of(error, script):
    """The exception and those that it came from, the first cause first."""
    chain, seen = [], set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        cause = error.__cause__
        context = None if error.__suppress_context__ else error.__context__
        kind = type(error)
        name = kind.__name__ if kind.__module__ in ("builtins", "__main__") else kind.__module__ + "." + kind.__name__
        link = "cause" if cause is not None else "context" if context is not None else None
        chain.append({"type": name, "message": str(error)[:20000], "frames": frames_of(error, script)[-100:], "link": link})
        error = cause if cause is not None else context
    return chain[::-1]


def main():
    folder, script = sys.argv[1], sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    events.open_log(folder)
    faulthandler.enable(open(os.path.join(folder, "stacks.txt"), "w"), all_threads=True)
    deadline = float(os.environ.get("REPGEN_DEADLINE", "0"))
    if deadline > 0:
        faulthandler.dump_traceback_later(deadline, file=open(os.path.join(folder, "deadline.txt"), "w"))
    hooks.install()
    with open(script, "rb") as file:
        source = file.read()
    sys.argv = sys.argv[2:]
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    main_module = type(sys)("__main__")
    main_module.__dict__.update(__file__=script, __builtins__=__builtins__, __cached__=None)
    sys.modules["__main__"] = main_module

    def thread_failed(arguments):
        events.write("thread-exception", chain=chain_of(arguments.exc_value, script))
        threading.__excepthook__(arguments)

    threading.excepthook = thread_failed
    try:
        exec(compile(source, script, "exec"), main_module.__dict__)
    except SystemExit:
        hooks.finish()
        raise
    except BaseException as error:
        hooks.finish()
        events.write("exception", chain=chain_of(error, script))
        lines = [f["line"] for f in frames_of(error, script) if f["file"] == script]
        if isinstance(error, SyntaxError) and error.filename == script:
            lines.append(error.lineno)
        events.write("script-line", line=lines[-1] if lines else None)
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename.startswith(HERE):
            trace = trace.tb_next
        traceback.print_exception(type(error), error.with_traceback(trace), trace)
        sys.stdout.flush()
        sys.exit(1)
    hooks.finish()


main()
