"""Losses at backward, steps of optimizers, parameters that never change, the first NaN or infinity.

Values are read with detach() and never enter the graph; no random numbers are drawn. Parameters are compared at steps 1, 2, 4, 8, …,
so that the cost per step falls.
"""
import time

state = {"steps": 0, "backward": 0, "next": 1, "last": None, "bad": None, "wrapped": set()}
given = {}


def install(torch):
    state["torch"] = torch
    run_backward = torch.Tensor.backward
    add_group = torch.optim.Optimizer.add_param_group
    seed = torch.manual_seed

    def backward(self, *args, **kwargs):
        state["backward"] += 1
        if state["backward"] <= 10000 and self.numel() == 1 and not self.is_meta:
            value = float(self.detach())
            events.write("loss", value=events.plain(value))  # noqa: F821
            if value != value or value in (float("inf"), float("-inf")):
                report("loss", "loss")
        return run_backward(self, *args, **kwargs)

    def add_param_group(self, group):
        add_group(self, group)
        for parameter in self.param_groups[-1]["params"]:
            if id(parameter) not in given:
                given[id(parameter)] = (parameter, parameter.detach().clone())
        wrap(type(self))

    def manual_seed(value):
        events.write("seed", name="torch", value=str(value)[:100])  # noqa: F821
        return seed(value)

    torch.Tensor.backward = backward
    torch.optim.Optimizer.add_param_group = add_param_group
    torch.manual_seed = torch.random.manual_seed = manual_seed


def wrap(kind):
    """Counts the steps of an optimizer's class; its own step stays what runs."""
    if kind in state["wrapped"]:
        return
    state["wrapped"].add(kind)
    take_step = kind.step

    def step(self, *args, **kwargs):
        result = take_step(self, *args, **kwargs)
        state["steps"] += 1
        now = time.perf_counter()
        if state["last"] is not None and state["steps"] <= 10000:
            events.write("step", seconds=now - state["last"])  # noqa: F821
        state["last"] = now
        if state["steps"] >= state["next"]:
            state["next"] *= 2
            look()
        return result

    step.__wrapped__ = take_step
    for name in ("hooked", "profile_name"):
        if hasattr(take_step, name):
            setattr(step, name, getattr(take_step, name))
    kind.step = step


def report(where, name):
    if state["bad"] is None:
        state["bad"] = where
        events.write("non-finite", where=where, name=name, step=state["steps"])  # noqa: F821


def look():
    torch = state["torch"]
    for number, (parameter, _) in enumerate(given.values()):
        if parameter.is_floating_point() and not bool(torch.isfinite(parameter.detach()).all()):
            report("parameter", "parameter %d" % number)
        if parameter.grad is not None and not bool(torch.isfinite(parameter.grad.detach()).all()):
            report("gradient", "gradient %d" % number)


def finish():
    torch = state["torch"]
    look()
    still = [str(i) for i, (parameter, before) in enumerate(given.values()) if torch.equal(parameter.detach(), before)]
    events.write("optimizer", steps=state["steps"], parameters=len(given), unchanged=still[:1000])  # noqa: F821
