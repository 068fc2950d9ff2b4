"""What all frameworks tell: losses, steps, the first NaN or infinity, and which parameters never change."""
import math
import time

import events
import summary

state = {"steps": 0, "last": None, "bad": set(), "parameters": 0, "unchanged": []}


def after_fork():
    state.update(steps=0, last=None, bad=set(), parameters=0, unchanged=[])


def quietly(function, *arguments, **named):
    """A hook that fails must not fail the script."""
    try:
        return function(*arguments, **named)
    except Exception as problem:
        return failed(getattr(function, "__name__", "hook"), problem)


def failed(where, problem):
    if events.few("hook failed", 20):
        events.write("failed", where=where, error=repr(problem)[:1000])


class Budget:
    """Says when a costly look is due. The first two are free; later ones take at most `share` of the time."""

    def __init__(self, share=0.01):
        self.share, self.looks, self.next, self.began = share, 0, 0.0, 0.0

    def due(self):
        self.began = time.perf_counter()
        return self.looks < 2 or self.began >= self.next

    def spent(self):
        now = time.perf_counter()
        self.looks += 1
        self.next = now + (now - self.began) / self.share


class Later:
    """Losses that may not be computed yet: reading one waits for the device. They are read ever more at once, at least every second."""

    def __init__(self):
        self.forget()
        summary.finishers.append(self.read)
        summary.forgetters.append(self.forget)

    def forget(self):
        self.waiting, self.most, self.until = [], 1, 0.0

    def add(self, read):
        self.waiting.append(read)
        if len(self.waiting) >= self.most or time.perf_counter() > self.until:
            self.read()

    def read(self):
        reads, self.waiting = self.waiting, []
        values = [quietly(read) for read in reads]
        self.most, self.until = min(64, self.most * 2), time.perf_counter() + 1
        for value in values:
            if isinstance(value, (int, float)):
                loss(value)


class Sums:
    """Sums of parameters, to see which of them are ever another than at first. What has no number is left out."""

    def __init__(self):
        self.forget()
        summary.forgetters.append(self.forget)

    def forget(self):
        self.first, self.looks, self.changed, self.names = {}, {}, set(), {}

    def see(self, key, name, value):
        if value is None:
            return
        self.names[key] = name
        self.looks[key] = self.looks.get(key, 0) + 1
        before = self.first.setdefault(key, value)
        if before != value and not (before != before and value != value):
            self.changed.add(key)
        if not math.isfinite(value):
            bad("parameter", name)

    def tell(self):
        still = [key for key in self.first if self.looks[key] > 1 and key not in self.changed]
        parameters(len(self.first), [self.names[key] for key in still])


def total(array):
    """The sum of a numpy array, exact enough that a step of an optimizer shows in it."""
    return float(array.sum(dtype="float64"))


def loss(value):
    events.gather("losses", value)
    if not math.isfinite(value):
        bad("loss", "loss")


def metric(name, value):
    if events.few("metric " + name, 1000) and events.few("metrics", 10000):
        events.write("metric", name=name[:100], value=events.plain(value))


def seen():
    """How many losses and steps there were, to see whether another hook has counted what is to be counted."""
    return events.taken["losses"], state["steps"]


def step(count=1):
    """`count` steps were taken since the last call."""
    now = time.perf_counter()
    state["steps"] += count
    if state["last"] is not None:
        events.gather("steps", (now - state["last"]) / count)
    state["last"] = now


def bad(where, name):
    """The first of each kind; a reader takes the first of all."""
    if where not in state["bad"]:
        state["bad"].add(where)
        events.write("non-finite", where=where, name=name[:1000], step=state["steps"])


def parameters(number, unchanged):
    state.update(parameters=number, unchanged=unchanged[:1000])


def tell():
    if state["steps"] > 0 or state["parameters"] > 0:
        events.write("optimizer", steps=state["steps"], parameters=state["parameters"], unchanged=state["unchanged"])


def seed(name, value):
    if events.few("seed " + name, 1000):
        summary.once("seed", name=name, value=str(value)[:100])


summary.tellers.append(tell)
