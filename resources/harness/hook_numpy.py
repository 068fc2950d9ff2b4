"""Seeds of numpy's legacy generator."""


def install(numpy):
    seed = numpy.random.seed

    def seeded(value=None, *rest, **more):
        if value is not None:
            events.write("seed", name="numpy", value=str(value)[:100])  # noqa: F821
        return seed(value, *rest, **more)

    numpy.random.seed = seeded
