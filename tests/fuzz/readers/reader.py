"""What a reader is: sound files, a way to spoil them, and what reads one."""

import pathlib
import random
from collections.abc import Callable
from typing import NamedTuple

TESTS = pathlib.Path(__file__).parents[2]
GRAPHS = TESTS / "golden" / "frozen"


class Reader(NamedTuple):
    """seeds: sound files.  spoil(random, content): another file.  read(content, folder): reads one, in an empty folder.

    spare: bytes that reading may use beyond ten times the file.  slow: files that need a while; tests read few.
    """

    seeds: list[bytes]
    spoil: Callable[[random.Random, bytes], bytes]
    read: Callable[[bytes, pathlib.Path], object]
    spare: int = 64 << 20
    slow: bool = False
