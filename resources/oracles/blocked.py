"""Does the main thread stand still, with no processor time used by the program or its children?"""
# == start ==
import os
import sys
import threading
import time
import traceback


def used_ticks(pid):
    """Processor time of a process and its descendants."""
    total = 0
    try:
        with open("/proc/%d/stat" % pid) as file:
            total = sum(map(int, file.read().rpartition(")")[2].split()[11:13]))
        for thread in os.listdir("/proc/%d/task" % pid):
            with open("/proc/%d/task/%s/children" % (pid, thread)) as file:
                total += sum(map(used_ticks, map(int, file.read().split())))
    except OSError:
        pass
    return total


def watch_main(thread=threading.main_thread()):
    last, since, ticks = None, time.monotonic(), 0
    while thread.is_alive():
        time.sleep(0.5)
        frame = sys._current_frames().get(thread.ident)
        stack = traceback.extract_stack(frame)
        place, used = [(f.filename, f.lineno) for f in stack], used_ticks(os.getpid())
        if place != last or used - ticks > 20:
            last, since, ticks = place, time.monotonic(), used
        elif time.monotonic() - since > SECONDS:
            own = [f for f in stack if f.filename == __file__][-1]
            print("Traceback (most recent call last):", *traceback.format_list(stack), sep="\n", file=sys.stderr)
            print("AssertionError: observed: line %d stands still for SECONDS s with the processor idle: %s; wanted it to come back" % (own.lineno, own.line), file=sys.stderr)
            sys.stderr.flush()
            os._exit(1)


threading.Thread(target=watch_main, daemon=True).start()
