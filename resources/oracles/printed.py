"""Does the script print what the report shows?

Lines are compared token by token: words and whole numbers as they are, other numbers to the last digit that the report prints,
white space and line numbers left out. `*` stands for any number. With EVERY, each printed line of that form must match.
"""
# == start ==
import sys


class Printed:
    """Passes on what is printed and remembers it."""

    def __init__(self, stream):
        self.stream, self.parts = stream, []

    def write(self, text):
        self.parts.append(text)
        return self.stream.write(text)

    def __getattr__(self, name):
        return getattr(self.stream, name)


printed = sys.stdout = Printed(sys.stdout)
# == check ==
import re


def tokens(text):
    text = re.sub(r",?\s*(grad_fn=<[^>]*>|device='[^']*')|\x1b\[[0-9;]*m|0x[0-9a-f]+", "", text)
    return re.findall(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?(?![\w])|\w+|[^\s\w]", text)


def number(token):
    try:
        return float(token) if re.match(r"[-+]?[.\d]", token) else None
    except ValueError:
        return None


def same_token(want, got):
    a, b = number(want), number(got)
    if want == "*":
        return b is not None or got in ("nan", "inf")
    if a is None or b is None:
        return want == got
    if re.fullmatch(r"[-+]?\d+", want):
        return a == b
    exponent = int((re.search(r"[eE]([-+]?\d+)", want) or [0, 0])[1])
    digits = len((re.search(r"\.(\d*)", want) or ["", ""])[1]) or 4  # a tensor prints `6.` for 6.0000
    return abs(a - b) <= (1.01 if digits > 3 else 0.51) * 10.0 ** (exponent - digits) + 1e-6 * abs(a)


def same(want, got):
    return len(want) == len(got) and all(map(same_token, want, got))


def same_form(want, got):
    return len(want) == len(got) and all(a == b or number(b) is not None and (a == "*" or number(a) is not None) for a, b in zip(want, got))


def shows(reported, text, every):
    lines = [tokens(line) for line in text.splitlines()]
    if every:
        rows = [line for line in lines if any(same_form(tokens(want), line) for want in reported)]
        return len(rows) >= 3 and all(any(same(tokens(want), row) for want in reported) for row in rows)
    at = 0
    for want in map(tokens, reported):
        while at < len(lines) and not same(want, lines[at]):
            at += 1
        if at == len(lines):
            return False
        at += 1
    return True


assert not shows(REPORTED, "".join(printed.parts), EVERY), "observed the output that the report shows: " + " | ".join(REPORTED) + WANTED
