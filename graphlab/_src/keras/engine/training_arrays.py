"""The data that a model learns from, converted to one array for each input, target and weight."""

from typing import Any

import numpy as np

from graphlab._src.graph import Tensor, convert_to_tensor
from graphlab._src.keras.engine.composite_values import (
    count_of,
    is_composite,
    is_composite_tensor,
    sizes_of,
    sparse_value,
    taken,
)
from graphlab._src.state.variable import Variable


def standardized(data, names, shapes, what, check_batch=False, sparse=()) -> Any:
    """A list of arrays, one for each name; ValueError where they are not of these shapes.

    data: an array, a list or a dict by name.  shapes: tuples, None for what may be anything.  what: for the error.
    sparse: the names of those that are SparseTensors, for which matrices of SciPy stay sparse.
    """
    if not names:
        if data is not None and not isinstance(data, (dict, Tensor, Variable)) and len(data):
            raise ValueError(f"Error when checking model {what}: expected no data, but got:", data)
        return []
    if data is None:
        return [None] * len(names)
    items: Any
    if isinstance(data, dict):
        missing = [name for name in names if name not in data]
        if missing:
            raise ValueError(f'No data provided for "{missing[0]}". Need data for each key in: {names}')
        items = [data[name] for name in names]
    elif isinstance(data, (list, tuple)) and not is_composite(data):
        if data and not is_composite(data[0]) and isinstance(data[0], (list, tuple)):
            items = [np.asarray(item) for item in data]
        elif len(names) == 1 and data and isinstance(data[0], (float, int)):
            items = [np.asarray(data)]
        else:
            items = list(data)
    else:
        items = [data]
    items = [
        sparse_value(item) if name in sparse and hasattr(item, "tocoo") else _array(item, shape)
        for item, shape, name in zip(
            items, [*shapes, *[None] * len(items)], [*names, *[None] * len(items)], strict=False
        )
    ]
    if len(items) != len(names):
        if len(names) == 1 and all(np.ndim(item) == 0 for item in items):
            items = [np.asarray(items)]
        else:
            raise ValueError(
                f"Error when checking model {what}: the list of Numpy arrays that you are passing to your model is not the "
                f"size the model expected. Expected to see {len(names)} array(s), but instead got the following list of "
                f"{len(items)} arrays: {str(items)[:200]}..."
            )
    for item, name, shape in zip(items, names, shapes, strict=True):
        if shape is not None and item is not None:
            _check(item, name, shape, what, check_batch)
    return items


def _array(item: Any, shape) -> Any:
    if item is None or isinstance(item, Tensor) or is_composite(item) or is_composite_tensor(item):
        return item
    if isinstance(item, Variable):
        return convert_to_tensor(item)
    values: Any = item
    if hasattr(item, "toarray"):
        values = item.toarray()  # a sparse matrix of SciPy, for an input that is dense
    elif hasattr(item, "values") and not isinstance(item, dict):
        values = item.values  # a table of pandas
    if not hasattr(values, "shape"):
        values = np.asarray(values)
    return np.expand_dims(values, 1) if values.ndim == 1 and (shape is None or len(shape) != 1) else values


def _check(item, name, shape, what, check_batch):
    symbolic = isinstance(item, Tensor) or is_composite_tensor(item)
    sizes = tuple(item.shape.as_list()) if symbolic else sizes_of(item)
    if len(sizes) != len(shape):
        raise ValueError(
            f"Error when checking {what}: expected {name} to have {len(shape)} dimensions, but got array with shape {sizes}"
        )
    pairs = list(zip(sizes, shape, strict=True))[0 if check_batch else 1 :]
    if any(wanted not in (None, size) and size is not None for size, wanted in pairs):
        shown = tuple(shape) if check_batch else tuple(shape[1:])
        got = sizes if check_batch else sizes[1:]
        raise ValueError(
            f"Error when checking {what}: expected {name} to have shape {shown} but got array with shape {got}"
        )


def check_lengths(inputs, targets, weights):
    """Raises ValueError where the numbers of examples differ."""
    for what, arrays in (("input", inputs), ("target", targets), ("sample weight", weights)):
        counts = sorted({count_of(a) for a in arrays if _has_rows(a)})
        if len(counts) > 1:
            raise ValueError(
                f"All {what} arrays (x) should have the same number of samples. Got array shapes: "
                f"{[sizes_of(a) for a in arrays]}"
            )
    given = _count(inputs), _count(targets), _count(weights)
    if given[0] and given[1] and given[0] != given[1]:
        raise ValueError(
            "Input arrays should have the same number of samples as target arrays. "
            f"Found {given[0]} input samples and {given[1]} target samples."
        )
    if given[1] and given[2] and given[1] != given[2]:
        raise ValueError(
            "Sample_weight arrays should have the same number of samples as target arrays. "
            f"Got {given[2]} input samples and {given[1]} target samples."
        )


def _count(arrays):
    return next((count_of(a) for a in arrays if _has_rows(a)), None)


def _has_rows(item):
    return is_composite(item) or (isinstance(item, np.ndarray) or hasattr(item, "ndim")) and bool(item.ndim)


def number_of_samples(arrays):
    """How many examples there are."""
    count = _count(arrays)
    if count is None:
        raise ValueError("The input data should be arrays, one row for each example")
    return count


def rows(arrays, which):
    """Some rows of each array."""
    return [None if array is None else taken(array, which) for array in arrays]


def split(arrays, at):
    """(the rows before a place, those from it on)."""
    return rows(arrays, slice(0, at)), rows(arrays, slice(at, None))


def class_weights(targets, weights):
    """The weight of each example, by its class. targets: class numbers, or one column for each class."""
    if targets.ndim > 2:
        raise ValueError("`class_weight` not supported for 3+ dimensional targets.")
    classes = np.argmax(targets, axis=1) if targets.ndim == 2 and targets.shape[1] > 1 else targets.reshape(-1)
    missing = {value for value in np.unique(classes).tolist() if value not in weights}
    if missing:
        raise ValueError(
            f"`class_weight` must contain all classes in the data. The classes {missing} exist in the data but not in "
            "`class_weight`."
        )
    return np.asarray([weights[value] for value in classes.tolist()])


def check_keys(what, given, names):
    """ValueError for a key of a dict that is the name of no output."""
    unknown = [key for key in given if key not in names]
    if unknown:
        raise ValueError(f"Unknown entries in {what} dictionary: {unknown}. Only expected following keys: {names}")


def by_output(given, names, what):
    """What was given for all outputs, a list of it or a dict by name, as a list."""
    if given is None:
        return [None] * len(names)
    if isinstance(given, dict) and (what != "class_weight" or len(names) > 1 or set(given) & set(names)):
        check_keys(what, given, names)
        return [given.get(name) for name in names]
    if isinstance(given, (list, tuple)) and len(names) > 1:
        if len(given) != len(names):
            raise ValueError(
                f"Provided `{what}` was a list of {len(given)} elements, but the model has {len(names)} outputs. You "
                f"should provide one `{what}`array per model output."
            )
        return list(given)
    if len(names) > 1:
        raise TypeError(
            f"The model has multiple outputs, so `{what}` should be either a list or a dict. Provided `{what}` type not "
            f"understood: {given}"
        )
    return [given[0] if isinstance(given, (list, tuple)) and len(given) == 1 and what != "class_weight" else given]
