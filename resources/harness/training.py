"""What all frameworks tell: losses, steps, the first NaN or infinity, and which parameters never change."""
import math
import time

import events
import summary

state = {"steps": 0, "last": None, "bad": set(), "parameters": 0, "unchanged": []}


def after_fork():
    state.update(steps=0, last=None, bad=set(), parameters=0, unchanged=[])


def quietly(function, *arguments):
    """A hook that fails must not fail the script."""
    try:
        return function(*arguments)
    except Exception as problem:
        if events.few("hook failed", 20):
            events.write("failed", where=getattr(function, "__name__", "hook"), error=repr(problem)[:1000])
        return None


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


def loss(value):
    events.gather("losses", value)
    if not math.isfinite(value):
        bad("loss", "loss")


def metric(name, value):
    if events.few("metric " + name, 1000) and events.few("metrics", 10000):
        events.write("metric", name=name[:100], value=events.plain(value))


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
