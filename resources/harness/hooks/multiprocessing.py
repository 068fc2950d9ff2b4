"""Processes that multiprocessing starts: it catches their exceptions, and ends them without atexit."""
import functools
import sys
import traceback

import failures
import process
import training


def install(module):
    bootstrap = module.BaseProcess._bootstrap

    @functools.wraps(bootstrap)
    def _bootstrap(self, *args, **kwargs):
        show = traceback.print_exc

        def print_exc(*a, **k):
            error = sys.exc_info()[1]
            if error is not None and sys._getframe(1).f_code is bootstrap.__code__:
                training.quietly(failures.strip, error)
                failures.record(error)
            return show(*a, **k)

        traceback.print_exc = print_exc
        try:
            return bootstrap(self, *args, **kwargs)
        finally:
            training.quietly(process.finish)

    module.BaseProcess._bootstrap = _bootstrap
