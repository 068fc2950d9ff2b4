"""A thread that samples memory and writes what the hooks have gathered, so that little is lost when the process is killed.

It is no thread of `threading`, whose count and list the script may look at; and it imports nothing, as the first thread that imports
`threading` is taken for the main one.
"""
import _thread
import os
import time

import events
import summary

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
started = time.time()
running = {"turn": 0}


def start(ends):
    running["turn"] += 1
    try:
        _thread.start_new_thread(sample, (running["turn"], ends))
    except Exception as problem:
        events.write("failed", where="sampling", error=repr(problem)[:1000])


def sample(turn, ends):
    pause, tell_after = 0.1, 1.0
    begun = time.time()
    while running["turn"] == turn:
        now = time.time()
        # The last samples are taken just before a limit ends the run.
        time.sleep(pause if ends is None or now > ends else max(0.05, min(pause, ends - 0.2 - now)))
        try:
            events.flush()
            memory()
            if time.time() - begun > tell_after or (ends is not None and now < ends <= time.time() + 0.5):
                tell_after *= 2
                summary.tell()
        except Exception:
            pass
        pause = min(2.0, pause * 1.05)


def memory():
    """Resident bytes, where the system says."""
    try:
        with open("/proc/self/statm") as file:
            resident = int(file.read().split()[1]) * PAGE
    except OSError:
        return
    events.write("memory", seconds=time.time() - started, bytes=resident)


def stop():
    running["turn"] += 1
