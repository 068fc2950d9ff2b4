"""Do the parameters that were given to an optimizer change when the script trains?"""
# == start ==
import torch

given, passes = {}, []
add_group, run_backward = torch.optim.Optimizer.add_param_group, torch.Tensor.backward


def add_param_group(self, group):
    add_group(self, group)
    for parameter in self.param_groups[-1]["params"]:
        given.setdefault(id(parameter), (parameter, parameter.detach().clone()))


def backward(self, *args, **kwargs):
    passes.append(1)
    return run_backward(self, *args, **kwargs)


torch.optim.Optimizer.add_param_group, torch.Tensor.backward = add_param_group, backward
# == check ==
still = [parameter for parameter, before in given.values() if torch.equal(parameter.detach(), before)]
assert not given or not passes or len(still) < len(given), "observed: none of %d parameters changed in %d backward passes; wanted them to be trained" % (
    len(given),
    len(passes),
)
