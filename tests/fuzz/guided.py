"""Reads spoilt files with one reader until the time is over, led by Atheris to what reaches new code of graphlab's.

python -m tests.fuzz.guided FOLDER [NAME …] [--minutes 60]

FOLDER/NAME/corpus holds the files that reached something new, FOLDER/NAME/found those that a reader must not answer so,
each with what it said. Each reader has a process of its own, and a new one when that dies. Without Atheris, for
which there are no wheels but for Linux and Python 3.11 to 3.13, files are spoilt as chance has it.
"""

import argparse
import contextlib
import hashlib
import json
import mmap
import os
import pathlib
import random
import sys
import time
import traceback
from typing import Any

try:
    import atheris
except ImportError:
    atheris: Any = None

MOST = 1 << 16  # bytes of a file


def _modules():
    """What reads, its code changed so that it reports which of it runs."""
    if atheris is None:
        return contextlib.nullcontext()
    return atheris.instrument_imports(include=["graphlab"], enable_loader_override=False)


with _modules():
    from tests.fuzz import check, readers


class Reading:
    """Reads one file after the other; keeps those with findings, each kind of finding once."""

    def __init__(self, name, folder):
        self.reader = readers.readers_of(name)[name]
        self._checker = check.Checker(self.reader, folder / "files")
        self._found = folder / "found"
        self._found.mkdir(parents=True, exist_ok=True)
        self._known = {path.stem for path in self._found.iterdir()}
        self.count = 0
        self._figures = folder / "figures.json"
        with open(folder / "reading", "wb") as file:  # there it stays when the process dies
            file.truncate(MOST + 8)
        with open(folder / "reading", "r+b") as file:
            self._now = mmap.mmap(file.fileno(), MOST + 8)

    def read(self, content):
        content = content[:MOST]
        self._now[: 8 + len(content)] = len(content).to_bytes(8, "little") + content
        self.count += 1
        try:
            self._checker.check(content)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._keep(content, error)
        self._now[:8] = bytes(8)
        if self.count % 64 == 0:
            self.report()

    def _keep(self, content, error):
        place = check.place_of(error)
        key = hashlib.sha256(place.encode()).hexdigest()[:16]
        if key in self._known:
            return
        self._known.add(key)
        (self._found / key).write_bytes(content)
        (self._found / f"{key}.txt").write_text(f"{place}\n{''.join(traceback.format_exception(error))[-4000:]}")

    def report(self):
        figures = {"count": self.count, "processor": time.process_time()}
        self._figures.write_text(json.dumps(figures))


def interrupted(folder):
    """The file that was being read when the process died; None when none was."""
    content = (folder / "reading").read_bytes()
    length = int.from_bytes(content[:8], "little")
    return content[8 : 8 + length] if length else None


def _guided(reading, corpus, seconds, seed):
    def spoil(data, most, number):
        chance = random.Random(number)
        data = atheris.Mutate(data, most) if chance.random() < 0.15 else reading.reader.spoil(chance, data)
        return data[:most]

    flags = {"max_total_time": seconds, "max_len": MOST, "timeout": 0, "rss_limit_mb": 0, "seed": seed + 1}
    flags |= {"handle_segv": 0, "handle_abrt": 0, "handle_ill": 0, "handle_fpe": 0, "handle_bus": 0, "reload": 0}
    flags |= {"len_control": 0, "print_final_stats": 1, "detect_leaks": 0}
    arguments = [sys.argv[0], *[f"-{name}={value}" for name, value in flags.items()], str(corpus)]
    atheris.Setup(arguments, reading.read, custom_mutator=spoil)
    with contextlib.suppress(SystemExit):
        atheris.Fuzz()


def _blindly(reading, corpus, seconds, seed):
    chance = random.Random(seed)
    seeds = [path.read_bytes() for path in sorted(corpus.iterdir())]
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        reading.read(reading.reader.spoil(chance, chance.choice(seeds)))


def read_for(name, folder, seconds, seed=0):
    """Reads with one reader for some seconds, in a fork; returns its exit status, negative when a signal ended it."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        with open(folder / "log", "wb") as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        _read_here(name, folder, seconds, seed)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _read_here(name, folder, seconds, seed):
    check.quiet()
    reading = Reading(name, folder)
    (folder / "files").mkdir(exist_ok=True)
    os.chdir(folder / "files")  # where names without a folder are
    check.limit_time()
    for content in [*reading.reader.seeds, *[path.read_bytes() for path in (folder / "corpus").iterdir()]]:
        reading.read(content)  # what is made once is made
    for content in reading.reader.seeds:
        if len(content) <= MOST:
            (folder / "corpus" / hashlib.sha1(content).hexdigest()).write_bytes(content)
    check.limit_memory()
    (_guided if atheris else _blindly)(reading, folder / "corpus", seconds, seed)
    reading.report()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--minutes", type=float, default=60, help="shared out equally among the readers")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    names = options.names or readers.names()
    for name in names:
        read(name, options.folder.resolve() / name, 60 * options.minutes / len(names), options.seed)


def read(name, folder, seconds, seed):
    """Reads with one reader until the time is over, anew whenever the process dies."""
    (folder / "corpus").mkdir(parents=True, exist_ok=True)
    (folder / "reading").write_bytes(b"")
    until = time.monotonic() + seconds
    count, processor, deaths = 0, 0.0, 0
    while (left := int(until - time.monotonic())) > 0 and deaths < 20:
        status = read_for(name, folder, left, seed + deaths)
        done = _done(folder)
        count, processor = count + done["count"], processor + done["processor"]
        content = interrupted(folder)
        if content is None and status:
            print(f"{name}: could not read: {(folder / 'log').read_text(errors='replace')[-2000:]}", flush=True)
            break
        if content is not None:
            deaths += 1
            said = (folder / "log").read_text(errors="replace")[-6000:]
            key = hashlib.sha256(content).hexdigest()[:16]
            (folder / "found" / key).write_bytes(content)
            (folder / "found" / f"{key}.txt").write_text(f"the process ended with {status}\n{said}")
    found = len(list((folder / "found").glob("*.txt")))
    corpus = len(list((folder / "corpus").iterdir()))
    figures = {"count": count, "processor": round(processor, 1), "corpus": corpus, "findings": found, "deaths": deaths}
    (folder / "result.json").write_text(json.dumps(figures))
    print(name, figures, flush=True)


def _done(folder):
    try:
        return json.loads((folder / "figures.json").read_text())
    except (OSError, ValueError):
        return {"count": 0, "processor": 0.0}
    finally:
        (folder / "figures.json").unlink(missing_ok=True)


if __name__ == "__main__":
    main()
