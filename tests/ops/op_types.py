"""Writes graphlab/_src/graph/op_types.py, what is known of a type before its module is imported: `python -m tests.ops.op_types`."""

import dataclasses
import importlib
import pkgutil
import sys
from pathlib import Path

APART = (
    "graphlab._src.compat.test_ops",  # types that are there once a test imports it
    "graphlab.__main__",
    "graphlab._src.cli.main",
    "graphlab._src.viz",
    "graphlab._src.testing",
    "graphlab.test",
)
FILE = Path(__file__).parents[2] / "graphlab/_src/graph/op_types.py"
HEAD = '''"""The operation types, as far as they are known before the modules that define them are imported.

Written by `python -m tests.ops.op_types`.
"""

from typing import Any

# fmt: off
'''
PARTS = {
    "OP_MODULES: dict[str, str]": "The module below graphlab._src: imported on the first look-up of the type.",
    "OUTPUTS: dict[str, str]": "The outputs, as the signature says them.",
    "FUNCTION_ATTRS: dict[str, tuple[str, ...]]": "The attributes that hold functions, where there are some.",
    "CAPABILITIES: dict[str, dict[str, Any]]": "The capabilities that are words or truth values, where they are not the default.",
}


def text() -> str:
    """What the file should say. Imports all modules; graphlab must not have been imported before."""
    assert "graphlab" not in sys.modules
    found = {}
    definitions = {}

    def note(frame, event, argument):
        if event == "call" and frame.f_code.co_name == "register" and frame.f_code.co_filename.endswith("opdef.py"):
            definition = frame.f_locals["definition"]
            name, definitions[definition.name] = definition.name, definition
            while frame.f_code.co_name != "<module>":
                frame = frame.f_back
            found[name] = frame.f_globals["__name__"].removeprefix("graphlab._src.")

    sys.setprofile(note)
    package = importlib.import_module("graphlab")
    for module in pkgutil.walk_packages(package.__path__, "graphlab."):
        if not module.name.startswith(APART):
            importlib.import_module(module.name)
    sys.setprofile(None)
    definitions = dict(sorted(definitions.items()))
    tables = (
        dict(sorted(found.items())),
        {name: ", ".join(map(_argument, each.outputs)) for name, each in definitions.items() if each.outputs},
        {name: attrs for name, each in definitions.items() if (attrs := _function_attrs(each))},
        {name: values for name, each in definitions.items() if (values := _capabilities(each))},
    )
    return HEAD + "".join(
        f"\n# {comment}\n{head} = {{\n"
        + "".join(f"    {_text(key)}: {_text(value)},\n" for key, value in table.items())
        + "}\n"
        for (head, comment), table in zip(PARTS.items(), tables, strict=True)
    )


def _argument(arg) -> str:
    """An output as the signature says it."""
    kind = arg.type_attr or arg.dtype.name
    kind = f"Ref({kind})" if arg.is_ref else f"{arg.number_attr}*{kind}" if arg.number_attr else kind
    return f"{arg.name}: {'*' if arg.type_list else ''}{kind}"


def _function_attrs(definition):
    return tuple(attr.name for attr in definition.attrs.values() if attr.kind in ("func", "list(func)"))


def _capabilities(definition):
    capabilities = sys.modules["graphlab._src.graph.capabilities"].Capabilities
    return {
        field.name: value
        for field in dataclasses.fields(capabilities)
        if isinstance(value := getattr(definition, field.name), str | bool) and value != field.default
    }


def _text(value) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return "(" + "".join(f"{_text(item)}, " for item in value).removesuffix(" " if len(value) == 1 else ", ") + ")"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(key)}: {_text(item)}" for key, item in value.items()) + "}"
    return repr(value)


if __name__ == "__main__":
    FILE.write_text(text())
