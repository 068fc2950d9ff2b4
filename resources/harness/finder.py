"""Puts a framework's hook in place when the script imports it. No framework is ever imported for a hook's sake."""
import sys

import events
from hooks import jax, keras, multiprocessing, numpy, optax, random, tensorflow, threading, torch

HOOKS = {
    "torch": torch,
    "keras": keras,
    "tensorflow": tensorflow,
    "jax": jax,
    "optax": optax,
    "numpy": numpy,
    "random": random,
    "threading": threading,
    "multiprocessing.process": multiprocessing,
}
done = set()
looking = set()


class Finder:
    """Lets the import happen as always and installs the hook behind it."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in HOOKS or name in done or name in looking:
            return None
        looking.add(name)
        try:
            spec = found(name, path, target)
        finally:
            looking.discard(name)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            follow(name, spec.loader)
        return spec


def found(name, path, target):
    for finder in sys.meta_path:
        find = getattr(finder, "find_spec", None)
        spec = None if finder is Finder or find is None else find(name, path, target)
        if spec is not None:
            return spec
    return None


def follow(name, loader):
    load = loader.exec_module

    def exec_module(module):
        try:
            # The loader is as it was before the module runs.
            del loader.exec_module
        except AttributeError:
            pass
        load(module)
        install(name, module)

    try:
        loader.exec_module = exec_module
    except (AttributeError, TypeError):
        pass


def install(name, module):
    if name in done:
        return
    done.add(name)
    try:
        HOOKS[name].install(module)
    except Exception as problem:
        events.write("failed", where=name, error=repr(problem)[:1000])


def install_all():
    sys.meta_path.insert(0, Finder)
    for name in HOOKS:
        if name in sys.modules:
            install(name, sys.modules[name])
