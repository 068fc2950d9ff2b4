"""Runs a script unchanged, as __main__, and writes what happened as JSON lines, a file per process.

Usage: harness.py --events FOLDER [--deadline SECONDS] --script SCRIPT [ARGUMENT ...]. Standard library only, Python 3.8 to 3.14. What it
writes is a hint for the next attempt, never the verdict: the script can reach and forge all of it.
"""
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def load():
    """Our modules, which the script cannot import: they are in no path and under no name when it starts."""
    sys.path.insert(0, HERE)
    try:
        import process
        import running
    finally:
        sys.path.remove(HERE)
    process.hide_modules(HERE)
    return process, running


def options(arguments):
    """The value of each option, and what follows the script."""
    given = {}
    while arguments and "--script" not in given:
        given[arguments[0]] = arguments[1]
        arguments = arguments[2:]
    return given, arguments


def main():
    given, rest = options(sys.argv[1:])
    script = given["--script"]
    ends = time.time() + float(given["--deadline"]) if "--deadline" in given else None
    process, running = load()
    process.observe(given["--events"], ends, main=True)
    sys.argv = [script] + rest
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    running.run(script)


main()
