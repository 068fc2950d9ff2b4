"""Runs pylint on a script and prints its messages as JSON.

Reads no configuration of anybody's, and lets pylint infer from the script and the standard library only: reading a framework's
sources for it takes seconds, and what comes of it is mostly false (members of C extensions). Usage: lint.py SCRIPT
"""

import importlib.machinery
import sys
import sysconfig

import astroid.exceptions
import astroid.manager
from pylint.lint import Run

Manager = astroid.manager.AstroidManager
original = Manager.ast_from_module_name
standard = getattr(sys, "stdlib_module_names", None)


def in_standard_library(name):
    if standard is not None:
        return name in standard
    folders = [sysconfig.get_paths()["stdlib"], sysconfig.get_paths()["platstdlib"]]
    return name in sys.builtin_module_names or importlib.machinery.PathFinder.find_spec(name, folders) is not None


def ast_from_module_name(self, modname, *args, **options):
    if modname and not in_standard_library(modname.split(".")[0]):
        raise astroid.exceptions.AstroidImportError("left out", modname=modname)
    return original(self, modname, *args, **options)


Manager.ast_from_module_name = ast_from_module_name
Run(
    [
        "--rcfile=/dev/null",
        "--persistent=n",
        "--output-format=json",
        "--score=n",
        "--disable=all",
        "--enable=E,F,W",
        "--disable=import-error,no-name-in-module,relative-beyond-top-level,wildcard-import,unused-wildcard-import",
        "--disable=redefined-outer-name,unused-argument,fixme,unspecified-encoding",
        sys.argv[1],
    ]
)
