"""Observes an interpreter that the script has started, then steps aside for the sitecustomize that would have been found."""
import os
import sys

SITE = os.path.dirname(os.path.abspath(__file__))
HOME = os.path.dirname(SITE)
OURS = sys.modules["sitecustomize"]


def observe():
    sys.path.insert(0, HOME)
    try:
        import process
    finally:
        sys.path.remove(HOME)
    process.hide_modules(HOME)
    ends = os.environ.get("REPGEN_ENDS")
    process.observe(os.environ["REPGEN_EVENTS"], None if ends is None else float(ends), main=False)


sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != SITE]
try:
    observe()
except Exception:
    # A child that cannot be observed runs all the same.
    pass
sys.modules.pop("sitecustomize", None)
try:
    import sitecustomize  # noqa: F401, E402
except ImportError as error:
    if error.name != "sitecustomize":
        raise
    sys.modules["sitecustomize"] = OURS
