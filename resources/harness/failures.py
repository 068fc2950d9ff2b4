"""Exceptions as they would be without us: our own frames are taken out of their tracebacks."""
import os
import traceback

import events

HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
MOST_FRAMES = 100
MOST_TEXT = 20000


def is_ours(code):
    return code.co_filename.startswith(HERE)


def without_ours(trace):
    """The traceback, linked past our frames."""
    while trace is not None and is_ours(trace.tb_frame.f_code):
        trace = trace.tb_next
    at = trace
    while at is not None:
        following = at.tb_next
        while following is not None and is_ours(following.tb_frame.f_code):
            following = following.tb_next
        if following is not at.tb_next:
            at.tb_next = following
        at = following
    return trace


def family(error):
    """The exception and those that it came from, the last one first, as a traceback prints them."""
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        cause = error.__cause__
        context = None if error.__suppress_context__ else error.__context__
        yield error, "cause" if cause is not None else "context" if context is not None else None
        error = cause if cause is not None else context


def strip(error):
    for each, _ in family(error):
        each.__traceback__ = without_ours(each.__traceback__)


def name_of(kind):
    return kind.__qualname__ if kind.__module__ in ("builtins", "__main__") else kind.__module__ + "." + kind.__qualname__


def message_of(error):
    try:
        return str(error.msg if isinstance(error, SyntaxError) else error)[:MOST_TEXT]
    except Exception:
        return "<exception str() failed>"


def frames_of(error):
    """Outermost first; of a deep recursion, the innermost ones."""
    frames = traceback.extract_tb(error.__traceback__)
    return [
        {"file": f.filename, "line": f.lineno, "function": f.name, "code": (f.line or "")[:1000] or None}
        for f in frames
        if not f.filename.startswith(HERE)
    ][-MOST_FRAMES:]


def chain_of(error):
    return [
        {"type": name_of(type(each)), "message": message_of(each), "frames": frames_of(each), "link": link}
        for each, link in family(error)
    ][:50][::-1]


def record(error, script=None, kind="exception"):
    """Never raises: it is called where the script's own exception is on its way out."""
    try:
        events.flush()
        events.write(kind, chain=chain_of(error))
        if script is not None:
            lines = [f["line"] for f in frames_of(error) if f["file"] == script]
            if isinstance(error, SyntaxError) and error.filename == script:
                lines.append(error.lineno)
            events.write("script-line", line=lines[-1] if lines else None)
    except Exception as problem:
        events.write("failed", where="record", error=repr(problem)[:1000])
