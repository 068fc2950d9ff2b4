"""Installs the hooks: at once for warnings, when it is imported for a framework. A framework is never imported for a hook's sake."""
import importlib
import importlib.abc
import importlib.util
import os
import sys
import threading
import time
import warnings

import events

started = time.monotonic()
frameworks = {"torch": "hook_torch", "random": "hook_random", "numpy": "hook_numpy", "keras": "hook_keras", "tensorflow": "hook_tensorflow", "jax": "hook_jax"}
installed = {}


class Finder(importlib.abc.MetaPathFinder):
    """Lets the import happen as always and calls the framework's hook behind it."""

    def find_spec(self, name, path=None, target=None):
        if name not in frameworks or name in installed:
            return None
        installed[name] = None
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            hook(name, module)

        try:
            spec.loader.exec_module = exec_module
        except AttributeError:
            return None
        return spec


def hook(name, module):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), frameworks[name] + ".py")
    version = getattr(module, "__version__", None)
    if version is not None:
        events.write("version", name=name, version=str(version))
    if not os.path.exists(path):
        return
    try:
        spec = importlib.util.spec_from_file_location("repgen_" + frameworks[name], path)
        installed[name] = importlib.util.module_from_spec(spec)
        installed[name].events = events
        spec.loader.exec_module(installed[name])
        installed[name].install(module)
    except Exception as error:
        events.write("hook-failed", name=name, error=repr(error))


def sample_memory(stop):
    """Resident bytes, often at first and ever more seldom."""
    pause = 0.1
    page = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
    while not stop.wait(pause):
        try:
            with open("/proc/self/statm") as file:
                resident = int(file.read().split()[1]) * page
        except OSError:
            return
        events.write("memory", seconds=time.monotonic() - started, bytes=resident)
        pause = min(2.0, pause * 1.05)


stop_sampling = threading.Event()


def install():
    sys.meta_path.insert(0, Finder())
    for name in list(frameworks):
        if name in sys.modules:
            installed[name] = None
            hook(name, sys.modules[name])
    show = warnings.showwarning

    def showwarning(message, category, filename, lineno, file=None, line=None):
        events.write("warning", category=category.__name__, message=str(message)[:4000], file=str(filename), line=int(lineno))
        show(message, category, filename, lineno, file, line)

    warnings.showwarning = showwarning
    threading.Thread(target=sample_memory, args=(stop_sampling,), daemon=True).start()


def finish():
    stop_sampling.set()
    for module in installed.values():
        try:
            if module is not None and hasattr(module, "finish"):
                module.finish()
        except Exception as error:
            events.write("hook-failed", name=str(module), error=repr(error))
    repo = os.environ.get("REPRO_REPO")
    if repo:
        for name, module in list(sys.modules.items()):
            if (getattr(module, "__file__", None) or "").startswith(repo + "/"):
                events.write("repository-module", name=name)
