"""graphlab's public names, which lie above this package: looked up as a program does, in the module that it has imported."""

import sys
from typing import Any

MODULE = "tf"  # graphlab's name in the catalogue; lines have the notebook's own


def public(path: str) -> Any:
    """What a program finds under tf.<path>; AttributeError where there is nothing."""
    found: Any = sys.modules["graphlab"]
    for name in filter(None, path.split(".")):
        found = getattr(found, name)
    return found
