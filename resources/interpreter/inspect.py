"""Prints what an interpreter is and has, as JSON, without importing any package."""
import glob
import json
import os
import re
import sys

packages = {}
try:
    from importlib import metadata

    for distribution in metadata.distributions():
        name = distribution.metadata["Name"]
        if name:
            packages.setdefault(name, distribution.version)
except ImportError:
    pass
# Some packagers leave the metadata out; a version file beside the package says it too.
for folder in sys.path:
    for path in glob.glob(os.path.join(folder, "torch*", "version.py")):
        name = os.path.basename(os.path.dirname(path))
        if name in packages:
            continue
        try:
            with open(path, encoding="utf-8") as file:
                found = re.search(r"__version__\s*(?::\s*str)?\s*=\s*['\"]([^'\"]+)", file.read())
        except OSError:
            continue
        if found:
            packages[name] = found.group(1)
folders = [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix] + [p for p in sys.path if os.path.isdir(p)]
links = [os.path.dirname(os.path.dirname(os.path.realpath(sys.executable)))]
print(json.dumps({"version": "%d.%d.%d" % sys.version_info[:3], "packages": packages, "prefixes": folders + links}))
