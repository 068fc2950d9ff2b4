"""Stacks of all threads, in a file: when the process dies of a signal, and just before a limit ends it.

The timer is a thread of faulthandler that a forked process does not have, but waits for at its end. So it rests while the process forks.
"""
import faulthandler
import os
import time

import events
import training

state = {"file": None, "ends": None, "armed": False}
later = faulthandler.dump_traceback_later
cancel = faulthandler.cancel_dump_traceback_later


def watch(ends):
    state.update(ends=ends, armed=ends is not None)
    training.quietly(begin)


def begin():
    state["file"] = open(events.path("stacks", "txt"), "w")
    faulthandler.enable(state["file"], all_threads=True)
    faulthandler.dump_traceback_later = theirs(later)
    faulthandler.cancel_dump_traceback_later = theirs(cancel)
    go_on()


def theirs(function):
    """There is one timer: from the script's first use on, it is the script's."""

    def called(*args, **kwargs):
        state["armed"] = False
        return function(*args, **kwargs)

    return called


def rest():
    if state["armed"]:
        training.quietly(cancel)


def go_on():
    if state["armed"]:
        training.quietly(arm)


def arm():
    # No time that is over is taken; a dump too many does no harm.
    later(max(0.05, state["ends"] - time.time()), file=state["file"])


def leave():
    """A worker of a data loader leaves no empty file behind."""
    if os.getpid() != events.place["main"] and state["file"] is not None:
        training.quietly(remove_empty, state["file"].name)


def remove_empty(path):
    # It is gone where a process of multiprocessing ends with atexit too.
    if os.path.exists(path) and os.path.getsize(path) == 0:
        os.remove(path)
