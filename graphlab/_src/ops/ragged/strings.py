"""Strings taken apart, whose parts are ragged: split, bytes_split, unicode_decode, unicode_split, ngrams."""

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops import string_split as parts
from graphlab._src.ops import unicode_codepoints as kernels
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.ragged.tensor import RaggedTensor, convert_to_tensor_or_ragged_tensor, is_ragged
from graphlab._src.ops.ragged.tiling import expand_dims
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.string_ngrams import string_ngrams


def _rows(sparse):
    indices, values, sizes = sparse.indices, sparse.values, sparse.dense_shape
    return RaggedTensor.from_value_rowids(values, indices[:, 0], nrows=sizes[0], validate=False)


def _split_all(input, function):
    """The parts of strings of any rank, by a function that makes a sparse matrix of those of a vector."""
    if is_ragged(input):
        return input.with_flat_values(_split_all(input.flat_values, function))
    rank = input.shape.ndims
    if rank == 0:
        return _split_all(stack([input]), function)[0]
    if rank is None or rank == 1:
        return _rows(function(input))
    return _split_all(RaggedTensor.from_tensor(input), function)


def _check_result(result_type):
    if result_type not in ("SparseTensor", "RaggedTensor"):
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")


def string_split(source, sep=None, skip_empty=True, delimiter=None, result_type="SparseTensor", name=None):
    """The parts of each string in a vector: a SparseTensor or RaggedTensor with a row for each.

    sep: a part ends at any of its bytes, a space when left out; when it is empty every byte is a part.
    skip_empty: leave empty parts out.  delimiter: an old name of sep.  result_type: "SparseTensor" or "RaggedTensor".
    ValueError for source that is no vector.
    """
    with name_scope(name, "StringSplit", [source]):
        sparse = parts.split_at_bytes(source, sep=renamed("sep", sep, "delimiter", delimiter), skip_empty=skip_empty)
        _check_result(result_type)
        return sparse if result_type == "SparseTensor" else _rows(sparse)


def split(input=None, sep=None, maxsplit=-1, result_type="SparseTensor", source=None, name=None):
    """The parts of each string as Python's str.split returns them.

    input: strings; of rank 1 at least for a SparseTensor.  sep: any white space when left out or empty.
    maxsplit: the most splits, -1 for all.  source: another name of input.
    result_type: "SparseTensor" or "RaggedTensor": the result has one more axis, with the parts.
    """
    input = renamed("input", input, "source", source)
    with name_scope(name, "StringSplit", [input]):
        input = convert_to_tensor_or_ragged_tensor(input, dtype=dtypes.string, name="input")
        if result_type == "SparseTensor" and input.shape.rank == 1:
            return parts.split_at(input, sep, maxsplit)
        found = split_v2(input, sep, maxsplit)
        _check_result(result_type)
        if result_type == "RaggedTensor":
            return found
        if isinstance(found, Tensor):
            raise ValueError(
                'Shape must be rank 1 but is rank 0: the parts of one string; pass result_type="RaggedTensor"'
            )
        return found.to_sparse()


def split_v2(input, sep=None, maxsplit=-1, name=None):
    """The parts of each string as Python's str.split returns them, as a ragged tensor; of one string a vector."""
    with name_scope(name, "StringSplit", [input]):
        input = convert_to_tensor_or_ragged_tensor(input, dtype=dtypes.string, name="input")
        return _split_all(input, lambda strings: parts.split_at(strings, sep, maxsplit))


def _bytes_of(strings):
    return SparseTensor(*parts.string_split_op(strings, "", skip_empty=False))


def bytes_split(input, name=None):
    """The bytes of each string: a RaggedTensor with one more axis, of one string a vector.

    input: strings, whose rank is known.
    """
    with name_scope(name, "StringsByteSplit", [input]):
        input = convert_to_tensor_or_ragged_tensor(input, name="input")
        if input.shape.ndims is None:
            raise ValueError("input must have a statically-known rank.")
        return _split_all(input, _bytes_of)


def unicode_encode(input, output_encoding, errors="replace", replacement_char=65533, name=None):
    """The texts of code points: one for each of the innermost rows.

    input: int32, a tensor or ragged tensor of known rank, 1 at least.  output_encoding: "UTF-8", "UTF-16-BE" or
    "UTF-32-BE".  errors: what becomes of numbers that are no code point: "replace" by replacement_char, "ignore" or
    "strict", which ends the run with InvalidArgumentError.
    """
    with name_scope(name, "UnicodeEncode", [input]):
        options = (output_encoding, errors, replacement_char)
        value = convert_to_tensor_or_ragged_tensor(input)
        rank = value.shape.ndims
        if rank is None:
            raise ValueError("Rank of input_tensor must be statically known.")
        if is_ragged(value):
            if value.flat_values.shape.ndims > 1:
                return value.with_flat_values(unicode_encode(value.flat_values, *options))
            if value.ragged_rank > 1:
                return value.with_values(unicode_encode(value.values, *options))
            return kernels.unicode_encode(
                value.values,
                value.row_splits,
                output_encoding=output_encoding,
                errors=errors,
                replacement_char=replacement_char,
            )
        if rank == 0:
            raise ValueError("input_tensor's rank must be at least 1.")
        if rank == 2:
            return unicode_encode(RaggedTensor.from_tensor(value), *options)
        if rank > 2:
            sizes = shape(value)
            texts = unicode_encode(reshape(value, stack([-1, sizes[-1]])), *options)
            return reshape(texts, sizes[:-1])
        row = RaggedTensor.from_row_splits(value, stack([0, shape(value)[0]]), validate=False)
        return reshape(unicode_encode(row, *options), [])


def _decoded(input, input_encoding, errors, replacement_char, replace_control_characters, with_offsets):
    """The code points of each text, and with_offsets their places."""
    input = convert_to_tensor_or_ragged_tensor(input, name="input")
    rank = input.shape.ndims
    if rank is None:
        raise ValueError("Rank of `input` must be statically known.")
    if rank > 1 and not is_ragged(input):
        input = RaggedTensor.from_tensor(input, ragged_rank=rank - 1)
    elif is_ragged(input) and input.ragged_rank < rank - 1:
        inner = rank - 1 - input.ragged_rank
        input = input.with_flat_values(RaggedTensor.from_tensor(input.flat_values, ragged_rank=inner))
    flat = reshape(input.flat_values if is_ragged(input) else input, [-1])
    decode = kernels.unicode_decode_with_offsets if with_offsets else kernels.unicode_decode
    splits, *found = decode(
        flat,
        input_encoding=input_encoding,
        errors=errors,
        replacement_char=replacement_char,
        replace_control_characters=replace_control_characters,
    )
    if rank:
        found = [RaggedTensor.from_row_splits(values, splits, validate=False) for values in found]
    if rank > 1:
        found = [input.with_flat_values(values) for values in found]
    return tuple(found) if with_offsets else found[0]


def unicode_decode(
    input, input_encoding, errors="replace", replacement_char=65533, replace_control_characters=False, name=None
):
    """The code points of the characters of each text: a RaggedTensor of int32 with one more axis, of one text a vector.

    input: strings of known rank.  input_encoding: one that Python knows.  errors: what becomes of bytes that are no
    character: "replace" by replacement_char, "ignore" or "strict", which ends the run with InvalidArgumentError.
    replace_control_characters: the same for those below 32.
    """
    with name_scope(name, "UnicodeDecode", [input]):
        return _decoded(input, input_encoding, errors, replacement_char, replace_control_characters, False)


def unicode_decode_with_offsets(
    input, input_encoding, errors="replace", replacement_char=65533, replace_control_characters=False, name=None
):
    """(code points, the byte at which each begins) of each text: the arguments are those of unicode_decode."""
    with name_scope(name, "UnicodeDecodeWithOffsets", [input]):
        return _decoded(input, input_encoding, errors, replacement_char, replace_control_characters, True)


def unicode_split(input, input_encoding, errors="replace", replacement_char=65533, name=None):
    """The characters of each text, as texts in the same encoding: the arguments are those of unicode_decode."""
    with name_scope(name, "UnicodeSplit", [input]):
        points = _decoded(input, input_encoding, errors, replacement_char, False, False)
        return unicode_encode(expand_dims(points, -1), input_encoding, errors, replacement_char)


def unicode_split_with_offsets(input, input_encoding, errors="replace", replacement_char=65533, name=None):
    """(characters, the byte at which each begins) of each text: the arguments are those of unicode_decode."""
    with name_scope(name, "UnicodeSplitWithOffsets", [input]):
        points, offsets = _decoded(input, input_encoding, errors, replacement_char, False, True)
        return unicode_encode(expand_dims(points, -1), input_encoding, errors, replacement_char), offsets


def _pads(pad_values):
    pads = pad_values if isinstance(pad_values, (list, tuple)) else (pad_values, pad_values)
    if not all(isinstance(pad, (str, bytes)) for pad in pads[:2]):
        raise TypeError("pad_values must be a string, tuple of strings, or None.")
    return pads[0], pads[1]


def ngrams(
    data,
    ngram_width,
    separator=" ",
    pad_values=None,
    padding_width=None,
    preserve_short_sequences=False,
    name=None,
):
    """Each row of strings as its ngrams: ngram_width neighbours joined by a separator; a list of widths, all of them.

    data: strings, a tensor or ragged tensor of rank 1 at least.  pad_values: a text, or one for the left and one for the
    right, that is put before and behind each row, padding_width times at most; as often as an ngram needs when left out.
    preserve_short_sequences: a row that has no ngram is one itself.
    """
    with name_scope(name, "StringNGrams", [data]):
        left, right = ("", "") if pad_values is None else _pads(pad_values)
        if padding_width is not None and padding_width < 1:
            raise ValueError("padding_width must be greater than 0.")
        if padding_width is not None and pad_values is None:
            raise ValueError("pad_values must be provided if padding_width is set.")
        data = convert_to_tensor_or_ragged_tensor(data, name="data", dtype=dtypes.string)
        options = (ngram_width, separator, pad_values, padding_width, preserve_short_sequences, name)
        sizes = None
        if not is_ragged(data):
            rank = data.shape.ndims
            if rank is None:
                raise ValueError("Rank of data must be known.")
            if rank == 0:
                raise ValueError("Data must have rank>0")
            if rank == 1:
                return ngrams(RaggedTensor.from_row_starts(data, [0], validate=False), *options)[0]
            sizes = concat([shape(data)[:-1], [-1]], axis=0)
            data = RaggedTensor.from_tensor(data, ragged_rank=rank - 1)
        if data.ragged_rank > 1:
            found = data.with_values(ngrams(data.values, *options))
        else:
            widths = ngram_width if isinstance(ngram_width, (list, tuple)) else [ngram_width]
            if any(width < 1 for width in widths):
                raise ValueError(f"All ngram_widths must be greater than 0. Got {ngram_width}")
            values, splits = string_ngrams(
                data.flat_values,
                data.row_splits,
                separator=separator,
                ngram_widths=list(widths),
                left_pad=left,
                right_pad=right,
                pad_width=0 if pad_values is None else -1 if padding_width is None else padding_width,
                preserve_short_sequences=preserve_short_sequences,
            )
            found = RaggedTensor.from_row_splits(values, splits, validate=False)
        return found if sizes is None else reshape(found.flat_values, sizes)
