"""Names, docstrings and comments use the words of TensorFlow's and JAX's documentation, not private ones for the same."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import pytest

from tests.test_layers import MODULES, PACKAGE

# What not to say in a docstring or a comment, and what to say.
PHRASES = {
    "slopes?": "gradient; cotangent in a VJP",
    "turns?": "iteration; becomes, converts to",
    "seen through": "convolved with",
    "pictures?": "image, for data; diagram or graph view, for what is drawn",
    "gives?|gave|giving": "returns, produces, passes, sets",
    "tells?|told|telling": "reports, describes, determines",
    "rooms?": "nested graph, capacity",
    "figures? of merit": "metric",
    "stands?|stood|standing": "is, is defined, represents, refers to",
    "asks?|asked|asking": "requests, requires, reads",
    "kept": "retained, saved, cached, stored",
    "alike|lookalikes?": "identical, equal, isomorphic",
    "puts? off": "defers",
    "go(es)? through|gone through|stepped": "interprets; step, of a step-through",
    "walks?|walked|walking": "step, traversal",
    "takes? away|taken away": "exports, removes",
    "(puts?|sets?) aside": "auxiliary; stores",
    "serves? the model": "auxiliary",
    "lights? up|lit up": "highlights",
    "takes|took": "accepts, consumes, reads, requires; lasts",
    "in all(?=[.,;:)]|$)": "in total",
    "length of the gradient": "gradient norm",
    "only marks an order": "control dependency",
    "needs a feed": "must be fed",
    "fills? the window": "maximizes",
    "nobody|somebody|anybody|whoever|everybody": "the actor: a caller, a thread, a user",
    "brings? back|brought back": "restores",
    "at hand": "available",
    "works? out|worked out": "computes, infers",
}
TEXT = re.compile(rf"(?<![\w-])({'|'.join(f'(?:{phrase})' for phrase in PHRASES)})(?!\w)", re.IGNORECASE)
NAMES = frozenset(
    "slope slopes turn turns told tell tells gives give gave room rooms kept asked asks ask alike lookalike walk walks "
    "walker picture pictures stepped stands took takes aside".split()
)
# Names that TensorFlow and Python give, module below graphlab: names.
PUBLIC = {
    "_src.io.file_io": {"tell"},
    "_src.io.tf_record": {"tell"},
    "_src.io.file_system": {"walk"},
    "_src.io.gfile": {"Walk"},
    "_src.keras.layers.activation": {"negative_slope"},
}


def texts(source: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, text) of each docstring and comment."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node, clean=False)
            if text is not None:
                yield node.body[0].lineno, text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, name) of what a module defines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id if isinstance(node, ast.Name) else node.attr


def words(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def faults(module: str, source: str) -> Iterator[str]:
    tree = ast.parse(source)
    for line, text in texts(source, tree):
        for found in TEXT.finditer(text):
            advice = next(say for phrase, say in PHRASES.items() if re.fullmatch(phrase, found[1], re.IGNORECASE))
            yield f"line {line + text[: found.start()].count(chr(10))}: {found[1]!r}; say {advice}"
    for line, name in [(0, module.rpartition(".")[2]), *names(tree)]:
        if NAMES.intersection(words(name)) and name not in PUBLIC.get(module.removeprefix("graphlab."), ()):
            yield f"line {line}: the name {name!r}"


@pytest.mark.parametrize("module", MODULES)
def test_names_and_texts_use_the_words_of_the_field(module):
    found = list(faults(module, MODULES[module].read_text(encoding="utf-8")))
    assert not found, f"{MODULES[module].relative_to(PACKAGE.parent)}\n" + "\n".join(found)


def test_a_banned_word_is_found_wherever_it_is():
    source = '"""It gives a slope."""\n\n\ndef tell_asked(kept):\n    room = 1  # of this turn\n    return room\n'
    found = list(faults("graphlab.example", source))
    assert [line.partition(";")[0] for line in found] == [
        "line 1: 'gives'",
        "line 1: 'slope'",
        "line 5: 'turn'",
        "line 4: the name 'tell_asked'",
        "line 4: the name 'kept'",
        "line 5: the name 'room'",
    ]
