"""Writes graphlab/_src/graph/op_modules.py, the module that defines each operation type: `python -m tests.ops.modules`."""

import importlib
import pkgutil
import sys
from pathlib import Path

APART = (
    "graphlab.__main__",
    "graphlab._src.cli.main",
    "graphlab._src.viz",
    "graphlab._src.testing",
    "graphlab.test",
)
FILE = Path(__file__).parents[2] / "graphlab/_src/graph/op_modules.py"
HEAD = '''"""The module below graphlab._src that defines each operation type: imported on the first look-up of the type.

Written by `python -m tests.ops.modules`.
"""

OP_MODULES = {
'''


def text() -> str:
    """What the file should say. Imports all modules; graphlab must not have been imported before."""
    assert "graphlab" not in sys.modules
    found = {}

    def note(frame, event, argument):
        if event == "call" and frame.f_code.co_name == "register" and frame.f_code.co_filename.endswith("opdef.py"):
            name = frame.f_locals["definition"].name
            while frame.f_code.co_name != "<module>":
                frame = frame.f_back
            found[name] = frame.f_globals["__name__"].removeprefix("graphlab._src.")

    sys.setprofile(note)
    package = importlib.import_module("graphlab")
    for module in pkgutil.walk_packages(package.__path__, "graphlab."):
        if not module.name.startswith(APART):
            importlib.import_module(module.name)
    sys.setprofile(None)
    return HEAD + "".join(f'    "{name}": "{module}",\n' for name, module in sorted(found.items())) + "}\n"


if __name__ == "__main__":
    FILE.write_text(text())
