# Corners of torch where a hook could be seen. Run with and without the harness, it must print the same.
import torch, warnings, copy, pickle, io, threading
from torch import nn
from torch.utils.checkpoint import checkpoint
torch.manual_seed(0)
# LBFGS with a closure
m=nn.Linear(3,1); x=torch.randn(10,3)
o=torch.optim.LBFGS(m.parameters(),max_iter=4)
def closure():
    o.zero_grad(); l=m(x).pow(2).mean(); l.backward(); return l
for i in range(3): print('lbfgs', float(o.step(closure)))
# checkpoint, reentrant
net=nn.Sequential(nn.Linear(3,3),nn.Dropout(),nn.Linear(3,1)); xi=x.clone().requires_grad_()
l=checkpoint(lambda t: net(t).sum(), xi); l.backward(); print('ckpt', l.item())
# sparse
e=nn.Embedding(10,3,sparse=True); so=torch.optim.SparseAdam(e.parameters())
for i in range(3): so.zero_grad(); l=e(torch.tensor([1,2])).sum(); l.backward(); so.step(); print('sparse', l.item())
# lazy, complex, double, half
lz=nn.LazyLinear(2); lo=torch.optim.SGD([torch.nn.Parameter(torch.randn(2,dtype=torch.cfloat))],lr=.1)
p=lo.param_groups[0]['params'][0]; l=(p.abs()**2).sum(); l.backward(); lo.step(); print('complex', l.item())
# create_graph warnings, non scalar, list
w=torch.randn(3,requires_grad=True); (w**2).backward(torch.ones(3)); print(w.grad)
(w**3).sum().backward(create_graph=True); print(w.grad)
torch.autograd.backward([(w**2).sum(), (w*3).sum()]); print(w.grad)
# errors
try: (w**2).backward()
except RuntimeError as err: print(err)
try: torch.optim.SGD([], lr=.1)
except ValueError as err: print(err)
y=(w**2).sum(); y.backward()
try: y.backward()
except RuntimeError as err: print(str(err)[:60])
# pickling and copying an optimizer, load_state_dict
o2=torch.optim.Adam(m.parameters()); l=m(x).mean(); l.backward(); o2.step()
b=io.BytesIO(); torch.save(o2,b); b.seek(0); o3=torch.load(b); o3.step(); o4=copy.deepcopy(o2); o4.step(); print('ok', len(o4.state))
print(torch.optim.Adam.step.__name__, torch.optim.Adam.step.__qualname__, torch.autograd.backward.__module__)
# subclass with torch function, jit
class T(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print('tf', func.__name__); return super().__torch_function__(func, types, args, kwargs or {})
t=torch.randn(2).as_subclass(T).requires_grad_(); s=t.sum(); s.backward()
@torch.jit.script
def f(a: torch.Tensor): return a*2
print(f(torch.ones(1)))
@torch.jit.script
def g(a: torch.Tensor):
    torch.manual_seed(4)
    return torch.rand(1)
print(g(torch.ones(1)))
# scheduler before optimizer
q=torch.optim.SGD(m.parameters(),lr=.1); sch=torch.optim.lr_scheduler.ExponentialLR(q,.9); sch.step(); q.step()
# amp scaler disabled, anomaly, hooks
with torch.autograd.set_detect_anomaly(True):
    z=m(x).sum(); z.backward()
with torch.autograd.profiler.profile() as prof: m(x).sum().backward()
def train():
    mm=nn.Linear(3,1); oo=torch.optim.SGD(mm.parameters(),lr=.1)
    for _ in range(20): oo.zero_grad(); mm(x).pow(2).mean().backward(); oo.step()
ts=[threading.Thread(target=train) for _ in range(4)]; [t.start() for t in ts]; [t.join() for t in ts]
from torch.utils._python_dispatch import TorchDispatchMode
class Count(TorchDispatchMode):
    n=0
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        Count.n+=1; return func(*args, **(kwargs or {}))
with Count():
    m(x).sum().backward(); q.step()
print('ops', Count.n)
import torch.multiprocessing as mp
def spawned(i): raise RuntimeError('rank %d' % i)
if __name__ == '__main__':
    try: mp.spawn(spawned, nprocs=1)
    except Exception as err: print(type(err).__name__, len(str(err)))
