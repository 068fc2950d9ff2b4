"""Is there a NaN or an infinity in what the report names, or in any tensor, gradient or parameter that the script holds?"""
# == check ==
import torch


def spoiled(value):
    return isinstance(value, torch.Tensor) and value.is_floating_point() and not bool(torch.isfinite(value.detach()).all())


found = []
for name, value in list(globals().items()):
    if NAMES and name not in NAMES:
        continue
    values = value if isinstance(value, (list, tuple)) else [value]
    found += [name for item in values if spoiled(item) or NAMES and isinstance(item, float) and item - item != 0]
    found += [name + ".grad" for item in values if isinstance(item, torch.Tensor) and item.is_leaf and spoiled(item.grad)]
    if isinstance(value, torch.nn.Module):
        for label, parameter in value.named_parameters():
            found += [name + "." + label] if spoiled(parameter) else []
            found += [name + "." + label + ".grad"] if spoiled(parameter.grad) else []
assert not found, "observed NaN or infinity in " + ", ".join(sorted(set(found))) + "; wanted finite numbers"
