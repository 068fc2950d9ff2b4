"""Steps that are taken with optax outside of a compiled function, and parameters that never change."""
import functools

import training
from hooks import jax

sums = training.Sums()
budget = training.Budget()


def install(optax):
    apply = optax.apply_updates

    @functools.wraps(apply)
    def apply_updates(*args, **kwargs):
        result = apply(*args, **kwargs)
        training.quietly(see, args[0] if args else kwargs.get("params"), result)
        return result

    optax.apply_updates = apply_updates


def see(before, after):
    leaves = jax.leaves_of(after)
    if any(jax.is_traced(leaf) for _, leaf in leaves):
        return
    training.step()
    if budget.due():
        # Parameters are made anew by each step, so a place in the tree is what tells them apart.
        if not sums.first:
            weigh(jax.leaves_of(before))
        weigh(leaves)
        sums.tell()
        budget.spent()


def weigh(leaves):
    for path, leaf in leaves:
        sums.see(path, path, jax.total_of(leaf))
