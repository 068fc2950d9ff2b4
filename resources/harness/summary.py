"""What is told of a whole process: again and again, each time in full, as nobody knows which time is the last."""
import os
import sys

import events

NAMED = ("torch torchvision torchaudio lightning pytorch_lightning transformers tensorflow keras jax jaxlib flax optax numpy scipy").split()
tellers = []
finishers = []
# What each hook forgets in a forked process: it is the parent's.
forgetters = []
told = {}


def after_fork():
    told.clear()
    for forget in list(forgetters):
        forget()


def tell():
    for name in NAMED:
        version = getattr(sys.modules.get(name), "__dict__", {}).get("__version__")
        if isinstance(version, str):
            once("version", name=name, version=version[:100])
    once("version", name="python", version="%d.%d.%d" % sys.version_info[:3])
    once("repository-modules", names=repository_modules())
    for teller in list(tellers):
        teller()


def once(kind, **fields):
    """Writes it if it is new."""
    key = (kind, fields.get("name"))
    if told.get(key) != fields:
        told[key] = fields
        events.write(kind, **fields)


def repository_modules():
    root = os.environ.get("REPRO_REPO")
    if not root:
        return []
    files = [(name, getattr(module, "__dict__", {}).get("__file__")) for name, module in list(sys.modules.items())]
    return sorted(name for name, file in files if isinstance(file, str) and file.startswith(root + os.sep))[:1000]


def finish():
    for finisher in list(finishers):
        try:
            finisher()
        except Exception as problem:
            events.write("failed", where="finish", error=repr(problem)[:1000])
    events.flush()
    tell()
