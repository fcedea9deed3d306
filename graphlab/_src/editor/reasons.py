"""Why a call can't be built, as one sentence for a reader who has not written the call: from the errors of its own rules."""

import re
from collections.abc import Callable, Sequence

from graphlab._src.base import dtypes, errors
from graphlab._src.editor.likeness import Likeness

_LONGEST = 240  # characters of a reason
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_SPOKEN = (ValueError, TypeError, NotImplementedError, errors.OpError)  # whose messages are for people
_SPARSE = "It accepts a SparseTensor"


def reason(error: BaseException, selected: Sequence[Likeness] = ()) -> str:
    """The sentence for what a call on the selection has raised."""
    text = str(error).strip().split("\n", 1)[0]
    for pattern, sentence in _SENTENCES:
        found = re.search(pattern, text)
        if found is not None:
            return sentence(found)
    if not text or not isinstance(error, _SPOKEN) or re.search(_OF_PYTHON, text):
        return f"It does not take {_listed([one.text for one in selected])}" if selected else "It can't be made so"
    text = re.sub(r" (and )?with (input shapes|computed input tensors|input tensors computed).*$", "", text)
    text = re.sub(r" for '[^']*' \(op: '[^']*'\)", "", text)
    text = text.rstrip(".")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


# What Python says where a function meets what it was not written for.
_OF_PYTHON = (
    r"object has no attribute|unpack|index out of range|as a Python `bool`|got multiple values|unsupported operand|"
    r"not subscriptable|is not iterable|positional argument|<tf\.|Tensor\(\"|has no len|Failed to convert object|NoneType"
)


def _other_type(found: re.Match[str]) -> str:
    return f"It accepts {found['want']}, not {found['got']}"


def _allowed(found: re.Match[str]) -> str:
    return f"It accepts {_kinds(found['allowed'])}, not {found['got']}"


def _kinds(names: str) -> str:
    """`floating point numbers`, `whole numbers`, … for a list of dtypes."""
    known = [dtypes.as_dtype(name) for name in re.findall(r"\w+", names) if name in dtypes.BY_NAME]
    kinds = {
        "floating point": any(dtype.is_floating for dtype in known),
        "complex": any(dtype.is_complex for dtype in known),
        "whole": any(dtype.is_integer for dtype in known),
    }
    numbers = [kind for kind, has in kinds.items() if has]
    words = ["numbers"] if {"floating point", "whole"} <= set(numbers) else [f"{kind} numbers" for kind in numbers]
    if len(known) <= 2 or not words:
        words = [dtype.name for dtype in known]
    else:
        words += [dtype.name for dtype in known if dtype.name in ("bool", "string")]
    return " or ".join(words) or "other types"


def _rank(found: re.Match[str]) -> str:
    return f"It accepts a tensor with {_axes(found['want'])}, not with {_axes(found['got'])}"


def _least_rank(found: re.Match[str]) -> str:
    return f"It accepts a tensor with {_axes(found['want'])} or more, not with {_axes(found['got'])}"


def _axes(number: str) -> str:
    count = int(number)
    word = _NUMBERS[count] if count < len(_NUMBERS) else number
    return f"{word} axis" if count == 1 else f"{word} axes"


def _listed(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _shape(text: str) -> str:
    sizes = re.findall(r"\?|\d+|None", text.replace("None", "?"))
    return f"[{sizes[0]}]" if len(sizes) == 1 else "×".join(sizes) or "scalar"


def _said(sentence: str) -> Callable[[re.Match[str]], str]:
    return lambda found: sentence.format_map(found.groupdict())


_SENTENCES: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Input '\w+' of '\w+' Op has type (?P<got>\w+) that does not match expected type of (?P<want>\w+)", _other_type),
    (
        r"Tensor conversion requested dtype (?P<want>\w+) for Tensor with dtype (?P<got>\w+)",
        _other_type,
    ),
    (r"conversion requested to type '(?P<want>\w+)' for variable of type '(?P<got>\w+)'", _other_type),
    (r"have types \[(?P<got>.*)\] that do not match expected type (?P<want>\w+)", _other_type),
    (r"to have dtype (?P<want>\w+), got <dtype: '(?P<got>\w+)'>", _other_type),
    (r"has DataType (?P<got>\w+) not in list of allowed values: (?P<allowed>.*)", _allowed),
    (
        r"Input '(?P<b>\w+)' of '\w+' Op has type (?P<of_b>\w+) that does not match type (?P<of_a>\w+) of argument '(?P<a>\w+)'",
        _said("{of_a} and {of_b} do not go together: tf.cast makes one type of them"),
    ),
    (
        r"have types \[(?P<types>.*)\] that don't all match",
        _said("{types} do not go together: tf.cast makes one type of them"),
    ),
    (
        r"same dtype, got tf.(?P<a>\w+) != tf.(?P<b>\w+)",
        _said("{a} and {b} do not go together: tf.cast makes one type of them"),
    ),
    (
        r"[Tt]ypes don't match, <dtype: '(?P<a>\w+)'> vs <dtype: '(?P<b>\w+)'>",
        _said("{a} and {b} do not go together: tf.cast makes one type of them"),
    ),
    (r"dense_shape|a SparseTensor|`SparseTensor`|no attribute 'indices'", _said(_SPARSE)),
    (r"no attribute 'row_splits'|a RaggedTensor", _said("It accepts a RaggedTensor")),
    (r"Shape must be rank (?P<want>\d+) but is rank (?P<got>\d+)", _rank),
    (r"expected ndim=(?P<want>\d+), found ndim=(?P<got>\d+)", _rank),
    (r"Shape must be at least rank (?P<want>\d+) but is rank (?P<got>\d+)", _least_rank),
    (r"expected min_ndim=(?P<want>\d+), found ndim=(?P<got>\d+)", _least_rank),
    (
        r"must have rank (at least )?(?P<want>\d+)",
        lambda found: f"It accepts a tensor with {_axes(found['want'])}" + (found[1] and " or more" or ""),
    ),
    (
        r"rank is undefined|contains no shape|statically.known|Had rank = None|[Rr]ank .*must be (statically )?known",
        _said("How many axes the tensor has must be known: tf.ensure_shape says it"),
    ),
    (
        r"Dimensions must be equal, but are (?P<a>\d+) and (?P<b>\d+)",
        _said("Sizes {a} and {b} do not go together: they have to be equal"),
    ),
    (r"Dimension must be (?P<want>\d+) but is (?P<got>\d+)", _said("It accepts a size of {want}, not of {got}")),
    (
        r"Shapes (?P<a>[\[(].*?[\])]) and (?P<b>[\[(].*?[\])]) are (incompatible|not compatible)",
        lambda found: f"Shapes {_shape(found['a'])} and {_shape(found['b'])} do not go together",
    ),
    (
        r"Cannot convert a partially known TensorShape to a Tensor: (?P<shape>.*)",
        lambda found: f"All sizes have to be known, not only those of {_shape(found['shape'])}",
    ),
    (r"at least 2 inputs", _said("It accepts two tensors or more")),
    (r"list of length 2 or 3", _said("It accepts two or three tensors")),
    (
        r"Can not squeeze dim\[\d+\], expected a dimension of 1, got \d+",
        _said("The shapes of the tensors do not go together"),
    ),
    (
        r"Cannot infer num from shape (?P<shape>.*)",
        lambda found: f"The first size must be known, not that of {_shape(found['shape'])}",
    ),
    (r"must have a shape specified", _said("All sizes have to be known")),
    (r"Expected (?P<want>\w+) passed to parameter '\w+' of op '\w+', got", _said("It does not take {want}")),
    (
        r"Invalid dtype tf\.(?P<got>\w+)|invalid dtype <dtype: '(?P<other>\w+)'>",
        lambda found: f"It does not take {found['got'] or found['other']}",
    ),
)
