"""Is the ratio that the script prints as bad as the report says, to the order of magnitude?"""
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

rows = re.findall(r"^\W*" + re.escape(LABEL) + r"\W*([-+.\deE]+)", "".join(printed.parts), re.M)
measured = float(rows[-1]) if rows else 0.0
assert measured < LIMIT, "observed " + LABEL + " %.3g; wanted less than %.3g" % (measured, LIMIT)
