"""The pages of the API reference: one for each public module, with an entry for each of its names."""

import enum
import inspect
import re
from pathlib import Path
from typing import Any

from google.protobuf.message import Message

from docs.site import examples
from docs.site.docstrings import inline, markdown
from docs.site.names import Name, modules, names

_ABOUT = """The public names, as TensorFlow 1.15's pages have them: module by module, each with its signature, and an example or the
pages that use it. A name that is there twice is described once, and its other entry leads there. The search knows them all.

What of TensorFlow is left out, and what comes nearest, is in [another list](../api_coverage.md).
"""
_LONG = 60  # signs of a value's repr


def pages(places: dict[Path, str]) -> dict[str, str]:
    """{place in the site: text} of the reference. places: of pages that people wrote, whose code is searched for uses."""
    known = frozenset(names())
    found = examples.Examples(places)
    of_module: dict[str, list[Name]] = {place: [] for place in modules()}
    for name in names().values():
        of_module[name.module].append(name)
    result = {
        f"api/{place}.md": _page(place, module, of_module[place], known, found)
        for place, module in modules().items()
        if of_module[place]
    }
    result["api/index.md"] = _index(of_module)
    return result


def _index(of_module: dict[str, list[Name]]) -> str:
    shown = [place for place, inside in of_module.items() if inside]
    rows = [
        f"- [`{place}`]({place}.md) ({len(of_module[place])}): {_first_line(place, modules()[place])}"
        for place in shown
    ]
    return "\n".join(
        [
            "# API reference", "", _ABOUT, *rows, "",
            "```{toctree}", ":hidden:", ":titlesonly:", "", *shown, "```", "",
        ]
    )  # fmt: skip


def _first_line(place: str, module: Any) -> str:
    line = _module_doc(place, module).partition("\n")[0]
    return inline(line)


def _module_doc(place: str, module: Any) -> str:
    doc = inspect.getdoc(module) or ""
    doc = re.sub(r"^(graphlab|tf)[\w.]*: ", "", doc)
    return doc[:1].upper() + doc[1:]


def _page(place: str, module: Any, inside: list[Name], known: frozenset[str], found: examples.Examples) -> str:
    doc = markdown(_module_doc(place, module), known)
    parts = [f"# {place}", doc, *(_entry(name, known, found) for name in inside)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _entry(name: Name, known: frozenset[str], found: examples.Examples) -> str:
    if name.described != name.text:
        return _directive(_kind(name.value), name.text, f"Another name of {{py:obj}}`{name.described}`.")
    value = name.value
    others = [other.text for other in found.aliases(name) if not other.text.startswith("tf.compat.")]
    body = [_description(value, known), found.markdown(name)]
    if others:
        body.append("Also " + ", ".join(f"{{py:obj}}`{other}`" for other in others[:4]) + ".")
    members = _members(value, known) if inspect.isclass(value) else ""
    text = "\n\n".join(part for part in [*body, members] if part)
    return _directive(_kind(value), name.text + _signature(value), text, 4 if members else 3)


def _directive(kind: str, signature: str, body: str, colons: int = 3) -> str:
    fence = ":" * colons
    return f"{fence}{{py:{kind}}} {signature}\n\n{body}\n{fence}"


def _kind(value: Any) -> str:
    if inspect.isclass(value):
        return "exception" if issubclass(value, BaseException) else "class"
    return "function" if callable(value) else "data"


def _description(value: Any, known: frozenset[str]) -> str:
    """What a docstring says, or what a value is."""
    if not callable(value):
        shown = " ".join(repr(value).split())
        return f"`{shown if len(shown) <= _LONG else shown[:_LONG] + '…'}`"
    doc = inspect.getdoc(value) or ""
    if inspect.isclass(value) and issubclass(value, Message):
        fields = ", ".join(f"`{field.name}`" for field in value.DESCRIPTOR.fields)
        return (
            f"TensorFlow's protocol message `{value.DESCRIPTOR.full_name}`, with the fields {fields}."
            if fields
            else doc
        )
    if not str(getattr(value, "__module__", "")).startswith("graphlab"):
        doc = doc.partition("\n\n")[0]  # of another library, in its own style
    return markdown(doc, known, _parameters(value))


def _parameters(value: Any) -> list[str]:
    try:
        return list(inspect.signature(value).parameters)
    except (TypeError, ValueError):
        return []


def _signature(value: Any) -> str:
    """The parameters as a call has them, without types; "" for what is not called."""
    if not callable(value) or (inspect.isclass(value) and issubclass(value, (Message, enum.Enum))):
        return ""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return "()" if not inspect.isclass(value) else ""
    parameters = [
        one.replace(annotation=one.empty, default=_Shown(one.default)) if one.default is not one.empty
        else one.replace(annotation=one.empty)
        for one in signature.parameters.values()
    ]  # fmt: skip
    return str(signature.replace(parameters=parameters, return_annotation=signature.empty))


class _Shown:
    """The default of a parameter, as a page shows it."""

    def __init__(self, value: Any) -> None:
        text = getattr(value, "__name__", None) if callable(value) else None
        self.text = text or repr(value)
        if re.search(r" at 0x|^<", self.text) or len(self.text) > _LONG:
            self.text = getattr(value, "name", None) or "…"

    def __repr__(self) -> str:
        return str(self.text)


def _members(value: Any, known: frozenset[str]) -> str:
    """The methods and properties that a class of graphlab's defines itself, or inherits from a class without public name."""
    if issubclass(value, (Message, BaseException, enum.Enum)) or not value.__module__.startswith("graphlab"):
        return ""
    parts = []
    for name, member in sorted(_own(value, known).items()):
        if name.startswith("_") or not (inspect.getdoc(member) or ""):
            continue
        doc = markdown(inspect.getdoc(member) or "", known, _parameters(member) if callable(member) else ())
        if isinstance(member, property):
            parts.append(_directive("property", name, doc))
        elif callable(member) or isinstance(member, (classmethod, staticmethod)):
            bound = getattr(value, name)
            signature = _signature(bound) if not inspect.isclass(bound) else ""
            signature = re.sub(r"^\(self(?:, )?", "(", signature)
            parts.append(_directive("method", name + (signature or "()"), doc))
    return "\n\n".join(parts)


def _own(value: Any, known: frozenset[str]) -> dict[str, Any]:
    public = {id(one.value) for one in names().values() if inspect.isclass(one.value)}
    found: dict[str, Any] = {}
    for cls in value.__mro__:
        if cls is not value and (id(cls) in public or not cls.__module__.startswith("graphlab")):
            continue
        for name, member in vars(cls).items():
            found.setdefault(name, member)
    return found
