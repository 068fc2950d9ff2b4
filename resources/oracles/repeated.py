"""Does the same call on the same input give the same value each time, as it should in evaluation?"""
# == check ==
import torch


def equal(a, b):
    if isinstance(a, torch.Tensor):
        return torch.equal(torch.nan_to_num(a), torch.nan_to_num(b))
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(equal, a, b))
    return a == b


first, second = (EXPRESSION), (EXPRESSION)
assert equal(first, second), "observed two different results of one call on one input; wanted the same"
