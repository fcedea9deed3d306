"""The files that readers are tried on in each test run: those that were read wrongly once, and such as reach much code.

python -m tests.fuzz.corpus add NAME FILE …          keeps what a reader has answered wrongly
python -m tests.fuzz.corpus take FOLDER              adds from the corpora of tests.fuzz.guided what reaches most
"""

import argparse
import lzma
import pathlib
import struct
import sys

_PATH = pathlib.Path(__file__).with_name("corpus.xz")
_MOST = 16  # files for a reader that are taken for what they reach
_LARGEST = 4000  # bytes of such a file


def read():
    """{name of a reader: [what a file says]}."""
    if not _PATH.exists():
        return {}
    data, found, at = lzma.decompress(_PATH.read_bytes()), {}, 0
    while at < len(data):
        of_name, of_content = struct.unpack_from("<HI", data, at)
        at += 6
        name, content = data[at : at + of_name].decode(), data[at + of_name : at + of_name + of_content]
        found.setdefault(name, []).append(content)
        at += of_name + of_content
    return found


def write(files):
    """Keeps {name of a reader: [what a file says]}."""
    parts = []
    for name in sorted(files):
        for content in sorted(set(files[name])):
            parts += [struct.pack("<HI", len(name.encode()), len(content)), name.encode(), content]
    _PATH.write_bytes(lzma.compress(b"".join(parts), preset=9 | lzma.PRESET_EXTREME))


def take(folder):
    """Adds the files that reach most lines of graphlab's which no file before them has reached, the smallest first."""
    from tests.fuzz import reached  # noqa: PLC0415  (it loads all readers, which `add` need not wait for)

    files = read()
    for path in sorted(folder.iterdir()):
        found = [file.read_bytes() for file in (path / "corpus").iterdir() if file.stat().st_size <= _LARGEST]
        files[path.name] = [*files.get(path.name, []), *reached.most(path.name, sorted(found), _MOST)]
        print(path.name, len(files[path.name]), flush=True)
    write(files)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["add", "take"])
    parser.add_argument("where", nargs="+")
    arguments = parser.parse_args()
    if arguments.what == "take":
        take(pathlib.Path(arguments.where[0]))
    else:
        name, *paths = arguments.where
        files = read()
        files[name] = [*files.get(name, []), *[pathlib.Path(path).read_bytes() for path in paths]]
        write(files)
    print(f"{_PATH.stat().st_size} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
