"""StringNGrams: neighbours in rows of strings, joined."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank


def _shapes(op):
    with_rank(op.inputs[0].dims, 1)
    with_rank(op.inputs[1].dims, 1)
    return [(None,), op.inputs[1].dims]


@op(
    "StringNGrams",
    "data: string, data_splits: Tsplits=int64 -> ngrams: string, ngrams_splits: Tsplits",
    types={"Tsplits": dtypes.INDEX},
    infer=_shapes,
    host=True,
    grad=no_gradient,
)
def string_ngrams(
    data,
    data_splits,
    *,
    separator: str,
    ngram_widths: list[int],
    left_pad: str,
    right_pad: str,
    pad_width: int,
    preserve_short_sequences: bool,
):
    """The ngrams of each row of strings: for each width, as many neighbours joined by a separator.

    pad_width: how many left_pads and right_pads are added to a row at most, as many as an ngram lacks; -1 for that.
    preserve_short_sequences: a row that has no ngram is one itself.
    """
    for split in data_splits:
        if not 0 <= split <= len(data):
            raise InvalidArgumentError(None, None, f"Invalid split value {split}, must be in [0,{len(data)}]")
    between, left, right = (
        text.encode() if isinstance(text, str) else text for text in (separator, left_pad, right_pad)
    )
    found: list[bytes] = []
    splits = [0] if len(data_splits) else []
    for start, end in zip(data_splits[:-1], data_splits[1:], strict=True):
        row, ngrams = list(data[start:end]), list[bytes]()
        for width in ngram_widths:
            pads = width - 1 if pad_width < 0 else min(pad_width, width - 1)
            padded = [left] * pads + row + [right] * pads
            ngrams += [between.join(padded[i : i + width]) for i in range(len(padded) - width + 1)]
        if preserve_short_sequences and row and not ngrams:
            # The row as it is, with the pads of the first width.
            pads = max(pad_width, 0)
            ngrams.append(between.join([left] * pads + row + [right] * pads))
        found += ngrams
        splits.append(len(found))
    result = np.empty(len(found), object)
    result[:] = found
    return result, np.asarray(splits, data_splits.dtype)
