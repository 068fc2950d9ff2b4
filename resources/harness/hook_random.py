"""Seeds of the standard library's generator."""


def install(random):
    seed = random.seed

    def seeded(a=None, *rest, **more):
        if a is not None:
            events.write("seed", name="random", value=str(a)[:100])  # noqa: F821
        return seed(a, *rest, **more)

    random.seed = seeded
