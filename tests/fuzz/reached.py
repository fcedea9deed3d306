"""Which lines of graphlab's a reader comes to with a file."""

import pathlib
import random
import sys
import tempfile
import time

from tests.fuzz import check, readers

_PATIENCE = 3.0  # seconds of the processor for looking at the files of a reader


def most(name, files, count):
    """At most `count` of the files, each of which reaches many lines that none before it does."""
    check.quiet()
    reader = readers.readers_of(name)[name]
    with tempfile.TemporaryDirectory() as folder:
        checker = check.Checker(reader, pathlib.Path(folder) / "files")
        until, left = time.process_time() + _PATIENCE, {}
        for content in [*reader.seeds, *random.Random(0).sample(files, len(files))]:
            if time.process_time() > until:
                break
            left[content] = lines(checker, content)
    taken, known = [], set()
    for content in reader.seeds:  # these are read in each test run anyway
        known |= left.pop(content, set())
    while left and len(taken) < count:
        best = max(left, key=lambda content: (len(left[content] - known) / (200 + len(content)), -len(content)))
        new = left.pop(best) - known
        if not new:
            break
        known |= new
        taken.append(best)
    return taken


def lines(checker, content):
    """{(file, line)} of what runs."""
    found = set()

    def follow(frame, event, _):
        name = frame.f_code.co_filename
        if "/graphlab/" not in name:
            return None
        found.add((name, frame.f_lineno))
        return follow

    sys.settrace(follow)
    try:
        checker.check(content)
    except Exception:
        return set()
    finally:
        sys.settrace(None)
    return found
