"""Names, texts and comments use the words of TensorFlow's and JAX's documentation, not private ones for the same."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.modules import MODULES, PACKAGE, PARTS, Survey, source, survey_of

# What not to say in a docstring, a message or a comment, and what to say.
PHRASES = {
    "slopes?": "gradient; cotangent in a VJP",
    "turns?": "iteration; becomes, converts to",
    "seen through": "convolved with",
    "pictures?": "image, for data; diagram or graph view, for what is drawn",
    "gives?|gave|giving": "returns, produces, passes, sets",
    "tells?|told|telling": "reports, describes, determines",
    "rooms?": "subgraph, capacity",
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
# A test's name is a sentence.
PLAIN = frozenset(("give", "gives", "gave", "takes", "took"))
# Phrases of TensorFlow's errors, which people search for.
SEARCHED = (
    "You can turn this error into a warning by using the flag ignore_longer_outputs_than_inputs",
    "use tf.sparse_tensor_to_dense() to turn labels into a Tensor",
    "If there is no initial_state, you must give a dtype.",
    "Was asked to retrieve layer at index ",
    "Asked to retrieve element ",
    "Asked to get ",
    "does not match method args of the function, which takes ",
)
# Names that TensorFlow and Python have, module below graphlab: names.
PUBLIC = {
    "_src.contrib.graph_editor.traversal": {
        "get_backward_walk_ops",
        "get_forward_walk_ops",
        "get_walks_intersection_ops",
        "get_walks_union_ops",
    },
    "_src.io.file_io": {"tell"},
    "_src.io.tf_record": {"tell"},
    "_src.io.file_system": {"walk"},
    "_src.io.gfile": {"Walk"},
    "_src.keras.layers.activation": {"negative_slope"},
}


def texts(text: str, found: Survey, messages: bool) -> Iterator[tuple[int, str]]:
    """(line, text) of each docstring and comment; of each other string of several words, too, with `messages`."""
    yield from found.docstrings
    if messages:
        for line, string in found.strings:
            if " " in string:
                for phrase in SEARCHED:
                    string = string.replace(phrase, "")
                yield line, string
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def words(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def faults(module: str, text: str, messages: bool = True) -> Iterator[str]:
    has_text = TEXT.search(text)
    has_name = NAMES.intersection(words(re.sub(r"\bdef test_\w+", _without_plain, text)))
    if not has_text and not has_name:
        return
    found = survey_of(text, module)
    for line, said in texts(text, found, messages) if has_text else ():
        for match in TEXT.finditer(said):
            advice = next(say for phrase, say in PHRASES.items() if re.fullmatch(phrase, match[1], re.IGNORECASE))
            yield f"line {line + said[: match.start()].count(chr(10))}: {match[1]!r}; say {advice}"
    for line, name in [(0, module.rpartition(".")[2]), *found.names]:
        banned = NAMES - PLAIN if name.startswith("test_") else NAMES
        if banned.intersection(words(name)) and name not in PUBLIC.get(module.removeprefix("graphlab."), ()):
            yield f"line {line}: the name {name!r}"


def _without_plain(name: re.Match[str]) -> str:
    return "_".join(word for word in name[0].split("_") if word not in PLAIN)


@pytest.mark.parametrize("part", PARTS)
def test_names_and_texts_use_the_words_of_the_field(part):
    found = [
        f"{MODULES[module].relative_to(PACKAGE.parent)}, {fault}"
        for module in PARTS[part]
        for fault in faults(module, source(module))
    ]
    assert not found, "\n".join(found)


def test_tests_and_benchmarks_use_the_words_of_the_field():
    root = Path(__file__).parents[1]
    files = [file for folder in ("tests", "benchmarks") for file in sorted((root / folder).rglob("*.py"))]
    found = [
        f"{file.relative_to(root)} {fault}"
        for file in files
        if file != Path(__file__)
        for fault in faults(file.stem, file.read_text(encoding="utf-8"), messages=False)
    ]
    assert not found, "\n".join(found)


def test_a_banned_word_is_found_wherever_it_is():
    text = '"""It gives a slope."""\n\n\ndef tell_asked(kept):\n    room = 1  # of this turn\n    return "it is told"\n'
    found = list(faults("graphlab.example", text))
    assert [line.partition(";")[0] for line in found] == [
        "line 1: 'gives'",
        "line 1: 'slope'",
        "line 6: 'told'",
        "line 5: 'turn'",
        "line 4: the name 'tell_asked'",
        "line 4: the name 'kept'",
        "line 5: the name 'room'",
    ]
