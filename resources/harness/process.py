"""Observes the process that it is called in, and those that it starts."""
import atexit
import os
import sys
import time
import warnings

import events
import failures
import finder
import sampling
import stacks
import summary
import training

HERE = os.path.dirname(os.path.abspath(__file__))
state = {"ends": None}


def hide_modules(folder):
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(folder + os.sep) and name != "__main__":
            del sys.modules[name]


def observe(folder, ends, main):
    """`ends` is when a limit of ours will end the run, as seconds since the epoch."""
    events.open_log(folder, main)
    state["ends"] = ends
    reach_children(folder, ends)
    stacks.watch(ends)
    watch_warnings()
    if not main:
        watch_uncaught()
    finder.install_all()
    sampling.start(ends)
    atexit.register(finish)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=stacks.rest, after_in_parent=stacks.go_on, after_in_child=forked)


def reach_children(folder, ends):
    """An interpreter that the script starts finds our sitecustomize first, which observes it too."""
    site = os.path.join(HERE, "site")
    others = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p and p != site]
    os.environ["PYTHONPATH"] = os.pathsep.join([site] + others)
    os.environ["REPGEN_EVENTS"] = os.path.abspath(folder)
    if ends is not None:
        os.environ["REPGEN_ENDS"] = str(ends)


def watch_warnings():
    show = warnings.showwarning

    def showwarning(message, category, filename, lineno, file=None, line=None):
        if str(filename).startswith(HERE + os.sep):
            filename, lineno = caller()
        if events.few("warning", 500):
            text = str(message)[:4000]
            events.write("warning", category=category.__name__, message=text, file=str(filename)[:4000], line=int(lineno))
        show(message, category, filename, lineno, file, line)

    warnings.showwarning = showwarning


def caller():
    """Whoever called the function of a framework that one of ours stands before."""
    frame = sys._getframe(2)
    while frame is not None and not failures.is_ours(frame.f_code):
        frame = frame.f_back
    while frame is not None and failures.is_ours(frame.f_code):
        frame = frame.f_back
    if frame is None:
        return ("<sys>", 0) if sys.version_info >= (3, 13) else ("sys", 1)
    return (frame.f_code.co_filename, frame.f_lineno)


def watch_uncaught():
    show = sys.excepthook

    def excepthook(kind, error, trace):
        failures.strip(error)
        failures.record(error)
        show(kind, error, error.__traceback__)

    sys.excepthook = excepthook


def forked():
    """Threads do not survive a fork, and what was seen so far is the parent's."""
    events.after_fork()
    summary.after_fork()
    training.after_fork()
    stacks.watch(state["ends"])
    sampling.start(state["ends"])


def finish():
    """At the end of a process; what it could not write because it was killed, the samples have."""
    summary.finish()
    stacks.leave()
