"""Seeds of numpy's global generator."""
import functools

import training


def install(numpy):
    seed = numpy.random.seed

    @functools.wraps(seed)
    def seeded(*args, **kwargs):
        if args and args[0] is not None:
            training.quietly(training.seed, "numpy", args[0])
        return seed(*args, **kwargs)

    numpy.random.seed = seeded
