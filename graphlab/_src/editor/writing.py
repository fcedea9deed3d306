"""How a line is written: the call with its target, the blocks around it, the imports before it."""

import ast
import io
import tokenize
from collections.abc import Mapping, Sequence
from typing import Any

from graphlab._src.base import source_line
from graphlab._src.editor.arrangement import arranged
from graphlab._src.editor.call_words import TARGETS
from graphlab._src.editor.catalog import Entry
from graphlab._src.editor.expressions import parse
from graphlab._src.editor.notebook_names import ALIASES, Names, identifier, snake_case
from graphlab._src.editor.public_names import MODULE
from graphlab._src.editor.results import parts_of
from graphlab._src.graph.graph import Graph

_INDENT = 4  # columns of a block
_SAID = ("learning_rate",)  # what a program says even where it is the default


class UnreachableError(ValueError):
    """The notebook's code has no way to a graph, as to that of a file; the message is for the reader."""


def call_code(
    entry: Entry, texts: Mapping[str, str], name: str, target: str, names: Names, around: Sequence[str] = ()
) -> str:
    """The statement that calls an entry, in blocks.

    texts: {parameter: source text}; what is a default is left out.  name: of the node, "" for the call's own.
    target: the new variables.  around: the heads of the blocks, `with tf.name_scope("hidden")`, outermost first.
    """
    defaults = {one.name: one.default for one in entry.parameters}
    given = {one: text for one, text in texts.items() if one in _SAID or not _is_same(text, defaults.get(one))}
    named = source_line.literal(name) if name and entry.form != "optimizer" else None
    positional, keywords = arranged(entry, given, named, _elements)
    function = f"{names.module() or ALIASES[0]}.{entry.id}"
    lines = source_line.statement(
        target, function, positional, keywords, _then(entry, texts, name), _INDENT * len(around)
    )
    for head in reversed(around):
        lines = source_line.block(head, lines)
    return lines


def _is_same(text: str, default: str | None) -> bool:
    """Whether a text says the default, in whatever quotes."""
    return default is not None and (text == default or ast.dump(parse(text)) == ast.dump(parse(default)))


def _elements(text: str) -> list[str]:
    """The elements of a list as arguments of their own."""
    tree = parse(text)
    return [ast.unparse(item) for item in tree.elts] if isinstance(tree, ast.List) else [f"*{text}"]


def _then(entry: Entry, texts: Mapping[str, str], name: str) -> tuple[str, list[str]] | None:
    """What is called on the optimizer or the layer that the call makes."""
    if entry.form == "optimizer":
        given = {"global_step": texts.get("global_step"), "name": source_line.literal(name) if name else None}
        keywords = {parameter: text for parameter, text in given.items() if text not in (None, "None")}
        return ".minimize", source_line.arguments([texts["loss"]], keywords)
    return ("", [texts["inputs"]]) if entry.form == "layer" else None


def node_name(entry: Entry, name: str, selected: Sequence[str], taken: set[str]) -> str:
    """The name of the node: the one that is given; where a call needs one, that of the function or of what is selected.

    taken: the names of variables that are there.
    """
    if name or not entry.needs_name:
        return name
    if entry.id.startswith("summary."):
        return identifier(selected[0]) if selected else entry.word
    base = own_name(entry)
    numbered = (f"{base}_{number}" for number in range(1, len(taken) + 2))
    return base if base not in taken else next(one for one in numbered if one not in taken)


def own_name(entry: Entry) -> str:
    """What an entry's result is called by default: "loss", "train_op", "relu"."""
    word = f"{entry.word}_summary" if entry.id.startswith("summary.") else snake_case(entry.word)
    return TARGETS.get(entry.id) or identifier(word)


def target_of(entry: Entry, result: Any, name: str, names: Names) -> str:
    """The new variables of the notebook that a result gets: one of that name, or one for each of its parts."""
    parts = [] if name else parts_of(entry.id, result)
    if parts:
        return ", ".join(names.free(part) for part in parts)
    return names.free(name or own_name(entry))


def graph_block(graph: Graph, names: Names) -> list[str]:
    """The heads of the blocks in which `graph` is the default graph: one, or none where it is so anyway."""
    path = names.path_to(graph)
    if path is None:
        raise UnreachableError("No name in the notebook leads to this graph: keep it in a variable")
    return [f"with {path}.as_default()"] if path else []


def with_imports(lines: str, names: Names) -> str:
    """Lines, with the imports that they need and the notebook lacks."""
    imports = [] if names.module() else [f"import graphlab as {ALIASES[0]}"]
    if "np." in lines and "np" not in names.values:
        imports.append("import numpy as np")
    return "\n".join([*imports, "", lines]) if imports else lines


def in_notebook(text: str, names: Names) -> str:
    """A typed expression with the notebook's own name for graphlab, in one line; the rest stays as it is typed."""
    tree = parse(text)
    if "\n" in text or "#" in text:
        text = ast.unparse(tree)
    alias = names.module() or ALIASES[0]
    if alias == MODULE or MODULE not in text:
        return text
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    for before, token in reversed(list(zip([None, *tokens], tokens, strict=False))):
        if token.type == tokenize.NAME and token.string == MODULE and (before is None or before.string != "."):
            text = text[: token.start[1]] + alias + text[token.end[1] :]
    return text
