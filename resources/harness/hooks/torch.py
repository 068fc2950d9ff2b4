"""Losses at backward, steps of optimizers, parameters that never change, the first NaN or infinity.

Values are read detached and never enter the graph; no random numbers are drawn, no copies of parameters are kept. A loss on a GPU is read
later, with others, as reading it makes the program wait for the GPU. Under torch.compile, CUDA graph capture and a dispatch mode of the
script, nothing is read at all.
"""
import _thread
import functools
import gc
import math
import weakref

import summary
import training

MOST_RECORDS = 100000
framework = {}
records = {}
baselines = {}
budget = training.Budget()
stepping = set()


class Record:
    """A parameter that an optimizer was given: its sum before the first step, and whether it was ever another since, as far as looked at."""

    made = 0

    def __init__(self, parameter):
        self.reference, self.first, self.looks, self.changed = weakref.ref(parameter), None, 0, False
        self.name = "parameter %d" % Record.made
        Record.made += 1


def install(torch):
    framework["torch"] = torch
    framework["kinds"] = (torch.Tensor, torch.nn.Parameter)
    framework["dtypes"] = {torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int32, torch.int64}
    framework["later"] = training.Later()
    framework["modes"] = getattr(torch._C, "_len_torch_dispatch_stack", None)
    framework["compiling"] = getattr(getattr(torch, "compiler", None), "is_compiling", None) or never
    torch.autograd.backward = watched_backward(torch.autograd.backward)
    # torch.manual_seed calls it too, and must stay itself: torch.jit.script knows it by its identity.
    torch.cuda.manual_seed_all = watched_seed(torch.cuda.manual_seed_all)
    add_group = torch.optim.Optimizer.add_param_group

    @functools.wraps(add_group)
    def add_param_group(self, *args, **kwargs):
        result = add_group(self, *args, **kwargs)
        training.quietly(watch_step, type(self))
        return result

    torch.optim.Optimizer.add_param_group = add_param_group
    summary.finishers.append(finish)
    summary.forgetters.append(forget)


def never():
    return False


def watched_backward(run):
    # Tensor.backward calls it by its place in torch.autograd, so this sees both.
    compiling = framework["compiling"]
    running = set()

    @functools.wraps(run)
    def backward(*args, **kwargs):
        thread = _thread.get_ident()
        # A backward inside another one (activation checkpointing) has no loss of its own.
        if thread in running or compiling():
            return run(*args, **kwargs)
        running.add(thread)
        try:
            try:
                see_losses(args[0] if args else kwargs.get("tensors"))
            except Exception as problem:
                training.failed("backward", problem)
            return run(*args, **kwargs)
        finally:
            running.discard(thread)

    return backward


def watched_seed(seed):
    @functools.wraps(seed)
    def manual_seed_all(*args, **kwargs):
        training.quietly(training.seed, "torch", args[0] if args else kwargs.get("seed"))
        return seed(*args, **kwargs)

    return manual_seed_all


def watch_step(kind):
    """Wraps `step` where the optimizer's class, or one above it, defines it."""
    owner = next(each for each in kind.__mro__ if "step" in each.__dict__)
    take = owner.__dict__["step"]
    if not callable(take) or getattr(take, "repgen_watched", False):
        return
    compiling = framework["compiling"]

    @functools.wraps(take)
    def step(self, *args, **kwargs):
        thread = _thread.get_ident()
        # A step that calls the one of the class above it is one step.
        if thread in stepping or compiling():
            return take(self, *args, **kwargs)
        stepping.add(thread)
        try:
            known = baselines.get(id(self))
            if known is None or known[0]() is not self:
                known = training.quietly(before_step, self)
            result = take(self, *args, **kwargs)
            try:
                after_step(known)
            except Exception as problem:
                training.failed("step", problem)
            return result
        finally:
            stepping.discard(thread)

    step.repgen_watched = True
    owner.step = step


def readable(on_cpu=False):
    """False where reading a value would be seen by the script's own tools, or spoil a capture."""
    modes = framework["modes"]
    if modes is not None and modes() > 0:
        return False
    cuda = framework["torch"].cuda
    return on_cpu or not (cuda.is_initialized() and cuda.is_current_stream_capturing())


def is_plain(tensor):
    return type(tensor) in framework["kinds"] and tensor.dtype in framework["dtypes"] and not tensor.is_meta


def see_losses(tensors):
    # The most usual first: it is called at every step, and a small step takes a tenth of a millisecond.
    if type(tensors) is framework["kinds"][0]:
        see_loss(tensors)
    elif isinstance(tensors, (list, tuple)) and len(tensors) == 1:
        see_loss(tensors[0])
    elif isinstance(tensors, (list, tuple)) and all(is_plain(t) and t.numel() == 1 and t.is_cpu for t in tensors):
        if readable(on_cpu=True):
            see_value(sum(t.item() for t in tensors))


def see_loss(tensor):
    if not is_plain(tensor) or tensor.numel() != 1:
        return
    if getattr(tensor, "is_cpu", False):
        if readable(on_cpu=True):
            see_value(tensor.item())
    elif readable():
        framework["later"].add(functools.partial(value_of, tensor.detach(), tensor._version))


def value_of(tensor, version):
    return tensor.item() if tensor._version == version else None


def see_value(value):
    if not math.isfinite(value) and "loss" not in training.state["bad"]:
        # A loss is NaN because a parameter is, or the other way round: which came first is known only now.
        training.quietly(look, list(records.values()))
    training.loss(value)


def before_step(optimizer):
    """The sums before the first step of an optimizer; weights that are loaded or set before it are no change."""
    if len(records) > MOST_RECORDS or not readable():
        return None
    fresh = []
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            record = records.get(id(parameter))
            if record is None or record.reference() is not parameter:
                record = records[id(parameter)] = Record(parameter)
                fresh.append((record, parameter))
    baselines[id(optimizer)] = [weakref.ref(optimizer), [record for record, _ in fresh]]
    for (record, _), value in zip(fresh, sums([parameter for _, parameter in fresh])):
        record.first = value
    if len(baselines) <= 3:
        give_names()
    return baselines[id(optimizer)]


def after_step(known):
    training.step()
    if known is not None and known[1]:
        # It may be gone before the next look.
        fresh, known[1] = known[1], []
        if readable():
            look(fresh)
    elif budget.due() and readable():
        look(list(records.values()))
        budget.spent()


def look(seen):
    """Compares each parameter with what it was, and looks for NaN and infinity until there is one."""
    alive = [(record, record.reference()) for record in seen]
    alive = [(record, parameter) for record, parameter in alive if parameter is not None]
    sought = not training.state["bad"]
    wanted = [(record, p) for record, p in alive if sought or not record.changed]
    for (record, parameter), value in zip(wanted, sums([parameter for _, parameter in wanted])):
        if value is None:
            continue
        record.looks += 1
        if value != record.first and not (value != value and record.first is not None and record.first != record.first):
            record.changed = True
        if sought and not math.isfinite(value) and not finite(parameter):
            training.bad("parameter", record.name)
    if sought:
        gradients = [(record, p.grad) for record, p in alive if p.grad is not None]
        for (record, gradient), value in zip(gradients, sums([gradient for _, gradient in gradients])):
            if value is not None and not math.isfinite(value) and not finite(gradient):
                training.bad("gradient", record.name)
    tell_parameters()


def sums(tensors):
    """A checksum of each, exact enough that a step of an optimizer shows in it; None where a tensor is of no ordinary kind."""
    torch = framework["torch"]
    found, by_device = [None] * len(tensors), {}
    with torch.no_grad():
        for at, tensor in enumerate(tensors):
            if not is_plain(tensor):
                continue
            values = (tensor._values() if tensor.is_sparse else tensor).detach()
            precise = torch.float32 if tensor.device.type == "mps" else torch.float64
            by_device.setdefault(str(tensor.device), []).append((at, values.sum(dtype=precise)))
        for parts in by_device.values():
            for (at, _), value in zip(parts, torch.stack([part for _, part in parts]).tolist()):
                found[at] = value
    return found


def finite(tensor):
    torch = framework["torch"]
    values = tensor._values() if tensor.is_sparse else tensor
    with torch.no_grad():
        return bool(torch.isfinite(values.detach()).all())


def tell_parameters():
    known = [record for record in records.values() if record.looks > 0]
    training.parameters(len(known), [record.name for record in known if not record.changed])


def give_names():
    """Names as `named_parameters` of the outermost module has them, found without calling anything of the script's."""
    module = framework["torch"].nn.Module
    modules = [each for each in gc.get_objects() if issubclass(type(each), module)]
    children = {id(child) for each in modules for child in each.__dict__.get("_modules", {}).values()}
    for root in modules:
        if id(root) not in children:
            name_below(root, "", set())


def name_below(module, prefix, seen):
    if id(module) in seen or module is None:
        return
    seen.add(id(module))
    for name, parameter in module.__dict__.get("_parameters", {}).items():
        record = records.get(id(parameter))
        if record is not None and record.reference() is parameter and record.name.startswith("parameter "):
            record.name = prefix + name
    for name, child in module.__dict__.get("_modules", {}).items():
        name_below(child, prefix + name + ".", seen)


def forget():
    records.clear()
    baselines.clear()
    stepping.clear()


def finish():
    if records and readable():
        look(list(records.values()))
