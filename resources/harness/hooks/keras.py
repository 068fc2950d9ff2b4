"""Losses and metrics of `fit` and `train_on_batch`, steps, and weights that never change; Keras 2 and 3, any backend.

Nothing is added to a model or to its list of callbacks: the list that every `fit` has is listened to. A step that is being compiled is not
looked into; weights are read where Keras has them in step with the training (before it, at the end of an epoch, after it).
"""
import functools
import sys

import summary
import training

framework = {}
sums = training.Sums()
budget = training.Budget()
position = {"batch": 0, "seen": (0, 0)}


def install(keras):
    framework["keras"] = keras
    framework["later"] = training.Later()
    callbacks = keras.callbacks.CallbackList
    after(callbacks, "on_train_begin", train_begins)
    after(callbacks, "on_epoch_begin", epoch_begins)
    after(callbacks, "on_train_batch_end", batch_ends)
    after(callbacks, "on_epoch_end", epoch_ends)
    after(callbacks, "on_train_end", train_ends)
    after(keras.Model, "train_on_batch", trained_on_batch)
    after(keras.optimizers.Optimizer, "apply" if hasattr(keras.optimizers.Optimizer, "apply") else "apply_gradients", applied)
    seed = keras.utils.set_random_seed

    @functools.wraps(seed)
    def set_random_seed(*args, **kwargs):
        training.quietly(training.seed, "keras", args[0] if args else kwargs.get("seed"))
        return seed(*args, **kwargs)

    keras.utils.set_random_seed = set_random_seed
    summary.finishers.append(sums_told)


def after(kind, name, look):
    """Calls `look` with the result and the arguments of each call of a method."""
    run = getattr(kind, name)

    @functools.wraps(run)
    def method(self, *args, **kwargs):
        result = run(self, *args, **kwargs)
        training.quietly(look, self, result, *args, **kwargs)
        return result

    setattr(kind, name, method)


def train_begins(callbacks, _, *__, **___):
    position.update(batch=0, seen=training.seen())
    weigh(callbacks.model)


def epoch_begins(*_, **__):
    position.update(batch=0)


def batch_ends(_, __, batch=0, logs=None, **___):
    losses, steps = training.seen()
    # Where the framework below has been listened to, it was there first.
    if losses == position["seen"][0]:
        later(logs)
    if steps == position["seen"][1]:
        # With several steps in one execution, `batch` counts them and this is called once.
        training.step(max(1, batch - position["batch"]) if position["batch"] else 1)
    position.update(batch=batch, seen=training.seen())


def epoch_ends(callbacks, _, epoch=0, logs=None, **__):
    for name, value in (logs or {}).items():
        training.metric(name, float(value))
    if budget.due():
        weigh(callbacks.model)
        budget.spent()


def train_ends(callbacks, _, *__, **___):
    weigh(callbacks.model)
    framework["later"].read()


def trained_on_batch(model, result, *_, **__):
    logs = result if isinstance(result, dict) else {"loss": result[0] if isinstance(result, (list, tuple)) else result}
    losses, steps = training.seen()
    if losses == position["seen"][0]:
        later(logs)
    if steps == position["seen"][1]:
        training.step()
    if budget.due():
        weigh(model)
        budget.spent()
    position.update(seen=training.seen())


def applied(optimizer, _, grads=None, trainable_variables=None, **__):
    """An optimizer that is used by hand. Keras 2 hands over pairs, which may be gone by now."""
    if not runs_now():
        return
    training.step()
    if budget.due():
        variables = trainable_variables or getattr(optimizer, "_trainable_variables", None) or []
        for variable in variables:
            sums.see(id(variable), name_of(variable), weight(variable))
        if isinstance(grads, (list, tuple)):
            for variable, gradient in zip(variables, grads):
                look_at_gradient(name_of(variable), gradient)
        sums.tell()
        budget.spent()


def runs_now():
    """False while a step is being compiled, and in JAX, where a step that is not cannot be told from one that is."""
    tensorflow, torch = sys.modules.get("tensorflow"), sys.modules.get("torch")
    backend = getattr(getattr(framework["keras"], "config", None), "backend", None)
    name = backend() if backend is not None else "tensorflow"
    return (name == "tensorflow" and tensorflow is not None and tensorflow.executing_eagerly()) or (
        name == "torch" and torch is not None
    )


def later(logs):
    value = (logs or {}).get("loss")
    if value is not None:
        framework["later"].add(functools.partial(float, value))


def weigh(model):
    for variable in model.trainable_variables:
        sums.see(id(variable), name_of(variable), weight(variable))
    sums.tell()


def name_of(variable):
    return str(getattr(variable, "path", None) or variable.name)


def weight(variable):
    try:
        return training.total(array_of(variable))
    except Exception:
        # Not built yet, or given away to a step that is under way.
        return None


def array_of(value):
    ops = getattr(framework["keras"], "ops", None)
    return ops.convert_to_numpy(value) if ops is not None else value.numpy()


def look_at_gradient(name, gradient):
    if gradient is not None and "gradient" not in training.state["bad"]:
        value = training.total(array_of(getattr(gradient, "values", gradient)))
        if value - value != 0:
            training.bad("gradient", name)


def sums_told():
    if sums.first:
        sums.tell()
