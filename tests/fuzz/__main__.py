"""Runs the readers on the corpus and on spoilt files, in a process with little memory and little patience."""

import argparse
import pathlib
import random
import shutil
import sys
import tempfile
import traceback

from tests.fuzz import check, corpus, readers

_EXAMPLES, _FEW = 40, 4  # files for a reader, and for a slow one


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--examples", type=int)
    arguments = parser.parse_args()
    check.quiet()
    check.limit_time()
    stored = corpus.read()
    parent = pathlib.Path(tempfile.mkdtemp())
    good = True
    for name in arguments.names or readers.names():
        reader = readers.readers_of(name)[name]
        checker = check.Checker(reader, parent / "files")
        for content in reader.seeds[:1]:
            checker.check(content)  # what is made once is made
        check.limit_memory()
        chance = random.Random(name)
        count = arguments.examples or (_FEW if reader.slow else _EXAMPLES)
        spoilt = (reader.spoil(chance, chance.choice(reader.seeds)) for _ in range(count))
        for content in [*stored.get(name, []), *spoilt]:
            path = parent / name
            path.write_bytes(content)  # it is there even when the process is gone
            try:
                checker.check(content)
            except BaseException:
                traceback.print_exc()
                print(f"what is wrong with {path} is to be a test: keep it with `python -m tests.fuzz.corpus add`")
                good = False
                break
        else:
            print(name, "ok", flush=True)
    if good:
        shutil.rmtree(parent)
    sys.exit(not good)


if __name__ == "__main__":
    main()
