"""Losses and gradients of a GradientTape that runs eagerly. Optimizers are Keras's, and so watched there; a tf.function is not looked into."""
import functools

import training

framework = {}
budget = training.Budget()


def install(tensorflow):
    framework["tensorflow"] = tensorflow
    framework["later"] = training.Later()
    gradient_of = tensorflow.GradientTape.gradient

    # AutoGraph goes by __module__, which `wraps` keeps, and leaves it unconverted like TensorFlow's own.
    @functools.wraps(gradient_of)
    def gradient(self, *args, **kwargs):
        result = gradient_of(self, *args, **kwargs)
        training.quietly(see, args[0] if args else kwargs.get("target"), result)
        return result

    tensorflow.GradientTape.gradient = gradient
    seed = tensorflow.random.set_seed

    @functools.wraps(seed)
    def set_seed(*args, **kwargs):
        training.quietly(training.seed, "tensorflow", args[0] if args else kwargs.get("seed"))
        return seed(*args, **kwargs)

    tensorflow.random.set_seed = set_seed


def see(target, gradients):
    if not framework["tensorflow"].executing_eagerly():
        return
    if hasattr(target, "numpy") and target.shape.rank == 0 and target.dtype.is_floating:
        framework["later"].add(functools.partial(float, target))
    if budget.due():
        for number, each in enumerate(framework["tensorflow"].nest.flatten(gradients)):
            look_at_gradient(number, each)
        budget.spent()


def look_at_gradient(number, gradient):
    values = getattr(gradient, "values", gradient)
    if not hasattr(values, "numpy") or "gradient" in training.state["bad"]:
        return
    value = training.total(values.numpy())
    if value - value != 0:
        training.bad("gradient", "gradient %d" % number)
