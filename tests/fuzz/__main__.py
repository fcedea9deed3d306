"""Runs the readers on spoilt files, in a process with little memory and little patience."""

import argparse
import contextlib
import logging
import pathlib
import resource
import shutil
import signal
import tempfile

from google.protobuf import text_format
from google.protobuf.message import DecodeError
from hypothesis import HealthCheck, given, note, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from graphlab.errors import OpError
from tests.fuzz.readers import readers

# What a reader may say of a file. Everything else is a mistake of its own: MemoryError, IndexError, RecursionError …
SAID = (OpError, ValueError, TypeError, KeyError, OSError, NotImplementedError, DecodeError, text_format.ParseError)
ROOM = 512 << 20  # bytes that a reader may take beyond what the process has
PATIENCE = 10  # seconds for one file


def limit_memory():
    (pages, *_) = pathlib.Path("/proc/self/statm").read_text().split()
    room = int(pages) * resource.getpagesize() + ROOM
    resource.setrlimit(resource.RLIMIT_AS, (room, room))


def check(reader, content, folder):
    """Reads one file. Raises what a reader must not."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    signal.alarm(PATIENCE)
    try:
        with contextlib.suppress(*SAID):
            reader.read(content, folder)
    finally:
        signal.alarm(0)


def fuzz(name, reader, examples, derandomize, folder, corpus):
    database = None if derandomize else DirectoryBasedExampleDatabase(corpus / ".found")

    @settings(
        max_examples=examples,
        derandomize=derandomize,
        deadline=None,
        database=database,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )
    @given(content=reader.spoilt)
    def run(content):
        # It is there even when the process is gone.
        kept = folder.parent / name
        kept.write_bytes(content)
        note(f"what is wrong with {kept} is to be a test: keep it in {corpus / name}")
        check(reader, content, folder)

    run()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--examples", type=int)
    arguments = parser.parse_args()
    logging.disable()
    every = readers()
    limit_memory()
    corpus = pathlib.Path(__file__).parent / "found"
    folder = pathlib.Path(tempfile.mkdtemp()) / "files"
    for name in arguments.names or every:
        for path in sorted((corpus / name).glob("*")):
            check(every[name], path.read_bytes(), folder)
        fuzz(name, every[name], arguments.examples or 40, not arguments.examples, folder, corpus)
        print(name, "ok", flush=True)
    shutil.rmtree(folder.parent)


if __name__ == "__main__":
    main()
