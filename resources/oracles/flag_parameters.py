"""Does a module that was built with FLAG=False hold parameters of that name?"""
# == check ==
left = [name for name, _ in target.named_parameters() if name.split(".")[-1] == FLAG]
assert not left, "observed: built with " + FLAG + "=False, it holds " + ", ".join(left) + "; wanted none"
