"""tensorflow.python.keras.utils.generic_utils: names in configurations, parts of arrays, and checks of arguments."""

import math
from collections.abc import Iterable
from typing import Any

from graphlab._src.compat import tf_inspect
from graphlab._src.graph import nest
from graphlab._src.keras.layers.function_code import func_dump as func_dump
from graphlab._src.keras.layers.function_code import func_load as func_load
from graphlab._src.keras.layers.object_registry import CUSTOM


def serialize_keras_class_and_config(cls_name: str, cls_config: Any) -> dict[str, Any]:
    """What deserialize_keras_object makes an object of that class of."""
    return {"class_name": cls_name, "config": cls_config}


def class_and_config_for_serialized_keras_object(
    config: Any, module_objects: Any = None, custom_objects: Any = None, printable_module_name: str = "object"
) -> tuple[Any, Any]:
    """(class, configuration) of what serialize_keras_object wrote."""
    if not isinstance(config, dict) or not {"class_name", "config"} <= config.keys():
        raise ValueError(f"Improper config format: {config}")
    known = {**(module_objects or {}), **CUSTOM, **(custom_objects or {})}
    name = config["class_name"]
    if known.get(name) is None:
        raise ValueError(f"Unknown {printable_module_name}: {name}")
    return known[name], config["config"]


def has_arg(fn: Any, name: str, accept_all: bool = False) -> bool:
    """Whether a function has an argument of that name; with accept_all also where it accepts any keyword."""
    spec = tf_inspect.getfullargspec(fn)
    return name in spec.args or (accept_all and spec.varkw is not None)


def make_batches(size: int, batch_size: int) -> list[tuple[int, int]]:
    """(begin, end) of each batch of so many examples."""
    return [(i * batch_size, min(size, (i + 1) * batch_size)) for i in range(math.ceil(size / batch_size))]


def slice_arrays(arrays: Any, start: Any = None, stop: Any = None) -> Any:
    """Rows of an array, or of each in a list: those from start to stop, or those of the numbers in `start`."""
    if arrays is None:
        return [None]
    if isinstance(start, list) and stop is not None:
        raise ValueError("The stop argument has to be None if the value of start is a list.")
    if hasattr(start, "__len__"):
        rows = getattr(start, "tolist", lambda: start)()  # an HDF5 data set is indexed by lists alone
    elif isinstance(arrays, list) or hasattr(start, "__getitem__"):
        rows = slice(start, stop)
    else:
        return [None]
    if not isinstance(arrays, list):
        return arrays[rows]
    return [array[rows] if hasattr(array, "__getitem__") else None for array in arrays]


def to_list(x: Any) -> list[Any]:
    """A list as it is, anything else as the one item of a list."""
    return x if isinstance(x, list) else [x]


def object_list_uid(object_list: Any) -> str:
    """A text that is another one for other objects."""
    return ", ".join(str(abs(id(one))) for one in nest.flatten(object_list))


def is_all_none(structure: Any) -> bool:
    """Whether a structure has nothing but None."""
    return all(one is None for one in nest.flatten(structure))


def check_for_unexpected_keys(name: str, input_dict: dict[Any, Any], expected_values: Iterable[Any]) -> None:
    """ValueError for a key that is none of the expected ones. name: of the argument, for the error."""
    unknown = list(set(input_dict) - set(expected_values))
    if unknown:
        raise ValueError(
            f"Unknown entries in {name} dictionary: {unknown}. Only expected following keys: {expected_values}"
        )


def validate_kwargs(
    kwargs: Iterable[str], allowed_kwargs: Iterable[str], error_message: str = "Keyword argument not understood:"
) -> None:
    """TypeError for a keyword that is none of the allowed ones."""
    for keyword in kwargs:
        if keyword not in allowed_kwargs:
            raise TypeError(error_message, keyword)
