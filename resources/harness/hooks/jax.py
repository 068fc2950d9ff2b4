"""Losses and gradients that `value_and_grad` gives outside of a compiled function, and seeds. What jit has compiled is not looked into."""
import functools

import training

framework = {}
budget = training.Budget()


def install(jax):
    framework["jax"] = jax
    framework["later"] = training.Later()
    differentiate = jax.value_and_grad

    @functools.wraps(differentiate)
    def value_and_grad(*args, **kwargs):
        run = differentiate(*args, **kwargs)
        has_aux = kwargs.get("has_aux", args[2] if len(args) > 2 else False)

        @functools.wraps(run)
        def with_values(*inputs, **named):
            result = run(*inputs, **named)
            training.quietly(see, result, has_aux)
            return result

        return with_values

    jax.value_and_grad = value_and_grad
    for name in ("PRNGKey", "key"):
        if hasattr(jax.random, name):
            setattr(jax.random, name, with_seed(getattr(jax.random, name)))


def with_seed(make):
    @functools.wraps(make)
    def key(*args, **kwargs):
        value = args[0] if args else kwargs.get("seed")
        if isinstance(value, int):
            training.quietly(training.seed, "jax", value)
        return make(*args, **kwargs)

    return key


def is_traced(value):
    return isinstance(value, framework["jax"].core.Tracer)


def see(result, has_aux):
    value, gradients = result
    value = value[0] if has_aux else value
    if is_traced(value) or getattr(value, "shape", None) != ():
        return
    framework["later"].add(functools.partial(float, value))
    if budget.due():
        for path, leaf in leaves_of(gradients):
            total = None if "gradient" in training.state["bad"] else total_of(leaf)
            if total is not None and total - total != 0:
                training.bad("gradient", path)
        budget.spent()


def leaves_of(tree):
    """Path and value of each leaf."""
    util = framework["jax"].tree_util
    return [(util.keystr(path), leaf) for path, leaf in util.tree_flatten_with_path(tree)[0]]


def total_of(leaf):
    """The sum of an array, None of what is none or is only traced."""
    if is_traced(leaf) or not hasattr(leaf, "__array__") or not hasattr(leaf, "dtype"):
        return None
    return training.total(leaf.__array__())
