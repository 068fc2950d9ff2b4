"""Are two attributes of an object one and the same object?"""
# == check ==
assert getattr(target, FIRST) is not getattr(target, SECOND), "observed: " + FIRST + " and " + SECOND + " are one object; wanted two"
