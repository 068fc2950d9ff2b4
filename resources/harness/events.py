"""Where observations go: one file of JSON lines per process."""
import json
import math
import os
import threading

log = None
lock = threading.Lock()
limit = [200000]


def open_log(folder):
    global log
    log = open(os.path.join(folder, "events-%d.jsonl" % os.getpid()), "a", buffering=1, encoding="utf-8")


def plain(value):
    """A float that JSON knows; NaN and infinity are null."""
    return value if not isinstance(value, float) or math.isfinite(value) else None


def write(kind, **fields):
    """Never fails: what cannot be written is left out."""
    if log is None or limit[0] <= 0:
        return
    limit[0] -= 1
    try:
        with lock:
            log.write(json.dumps(dict(fields, kind=kind, pid=os.getpid()), default=str) + "\n")
    except Exception:
        pass
