"""Does a module hold a tensor that is meant to learn, but is not among its parameters?"""
# == check ==
import torch

lost = [
    name + "." + attribute
    for name, module in list(globals().items())
    if isinstance(module, torch.nn.Module)
    for attribute, value in vars(module).items()
    if isinstance(value, torch.Tensor) and value.requires_grad and not any(value is p for p in module.parameters())
]
assert not lost, "observed: not among parameters(), though it requires a gradient: " + ", ".join(lost) + "; wanted it to be registered"
