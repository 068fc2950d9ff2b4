"""Does the memory of the process still grow after its warm-up?"""
# == start ==
import os
import threading
import time

resident = []


def watch_memory():
    while True:
        with open("/proc/self/statm") as file:
            resident.append(int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20)
        time.sleep(0.05)


threading.Thread(target=watch_memory, daemon=True).start()
# == check ==
warm = resident[len(resident) // 3 :]
third = max(1, len(warm) // 3)
early, late = sorted(warm[:third] or [0])[third // 2], sorted(warm[-third:] or [0])[third // 2]
assert len(warm) < 12 or late - early < max(32, 0.1 * early), "observed: memory grows from %.0f to %.0f MiB after the warm-up; wanted it to level off" % (early, late)
