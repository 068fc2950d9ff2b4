"""Is the warning given that the report quotes?"""
# == start ==
import warnings

heard = []
show_warning = warnings.showwarning


def showwarning(message, category, filename, lineno, file=None, line=None):
    heard.append((category.__name__, str(message)))
    show_warning(message, category, filename, lineno, file, line)


warnings.simplefilter("always")
warnings.showwarning = showwarning
# == check ==
import re


def plain(text):
    return re.sub(r"\W+", " ", re.sub(r"\d+(\.\d+)?", "N", text)).strip()


alike = [text for category, text in heard if category == CATEGORY and plain(MESSAGE)[:80] in plain(text)]
assert not alike, "observed " + CATEGORY + ": " + alike[0].splitlines()[0] + "; wanted no such warning"
