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
        try:
            name, version = distribution.metadata["Name"], distribution.version
        except Exception:  # One broken package must not hide the others.
            continue
        if name and version:
            packages.setdefault(name, version)
except ImportError:
    pass
# Some packagers leave the metadata out; a version file beside the package says it too.
for folder in sys.path:
    for path in glob.glob(os.path.join(folder, "*", "version.py")) + glob.glob(os.path.join(folder, "*", "_version.py")):
        name = os.path.basename(os.path.dirname(path))
        if name in packages or name.replace("_", "-") in packages:
            continue
        try:
            with open(path, encoding="utf-8") as file:
                found = re.search(r"^_*version_*\s*(?::\s*str)?\s*=\s*['\"](\d[^'\"]*)", file.read(100000), re.M)
        except (OSError, ValueError):
            continue
        if found:
            packages[name] = found.group(1)
# Folders that .pth files add (installs in development) are not seen from in here, but the runs need them.
added = []
for path in [p for folder in sys.path for p in glob.glob(os.path.join(folder, "*.pth"))]:
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read(100000).splitlines()
    except (OSError, ValueError):
        continue
    added += [line.strip() for line in lines if line.startswith("/")]
folders = [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix] + [p for p in sys.path if os.path.isdir(p)]
print(json.dumps({"version": "%d.%d.%d" % sys.version_info[:3], "packages": packages, "prefixes": folders + added}))
