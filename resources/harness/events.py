"""Where observations go: one file of JSON lines per process. Nothing here ever raises into the script.

The file is opened for each write: a descriptor that is kept could be closed by the script, and its number be another file's.
"""
import collections
import json
import math
import os

MOST_BYTES = 8 * 1000 * 1000
MOST_VALUES = 10000

place = {"folder": None, "main": None, "left": MOST_BYTES}
batches = collections.defaultdict(collections.deque)
taken = collections.Counter()


def open_log(folder, main):
    place.update(folder=os.path.abspath(folder), main=os.getpid() if main else None)
    os.makedirs(place["folder"], exist_ok=True)


def after_fork():
    """A new process starts with an empty file."""
    place["left"] = MOST_BYTES
    batches.clear()
    taken.clear()


def path(kind, suffix):
    pid = os.getpid()
    return os.path.join(place["folder"], "%s-%s.%s" % (kind, "main" if pid == place["main"] else pid, suffix))


def plain(value):
    """A float that JSON knows; NaN and infinity are null."""
    return value if not isinstance(value, float) or math.isfinite(value) else None


def write(kind, **fields):
    try:
        line = json.dumps(dict(fields, kind=kind, pid=os.getpid()), default=str).encode() + b"\n"
        place["left"] -= len(line)
        if place["left"] < 0 or place["folder"] is None:
            return
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        descriptor = os.open(path("events", "jsonl"), flags, 0o644)
        try:
            os.write(descriptor, line)
        finally:
            os.close(descriptor)
    except Exception:
        pass


def few(name, most):
    """True for the first `most` calls with this name."""
    taken[name] += 1
    return taken[name] <= most


def gather(kind, value):
    """Keeps a number to be written with others of its kind: a line per number would cost more than a small training step."""
    taken[kind] += 1
    if taken[kind] <= MOST_VALUES:
        batches[kind].append(plain(value))


def flush():
    for kind, batch in list(batches.items()):
        values = []
        try:
            while True:
                values.append(batch.popleft())
        except IndexError:
            pass
        if values:
            write(kind, values=values)
