"""Seeds of the standard library's generator."""
import functools

import training


def install(random):
    seed = random.seed

    @functools.wraps(seed)
    def seeded(*args, **kwargs):
        if args and args[0] is not None:
            training.quietly(training.seed, "random", args[0])
        return seed(*args, **kwargs)

    random.seed = seeded
