"""tensorflow.python.keras.engine.training_utils: the data, losses and metrics of a model, checked and brought into one form."""

from collections.abc import Container, Mapping
from typing import Any

import numpy as np

from graphlab._src.base import dtypes, errors, logging
from graphlab._src.base.shapes import as_dimension
from graphlab._src.compat.keras import generic_utils
from graphlab._src.compat.keras.tf_utils import is_tensor_or_variable as _is_tensor
from graphlab._src.data.dataset import Dataset
from graphlab._src.data.iterator import Iterator
from graphlab._src.data.runtime import INFINITE
from graphlab._src.data.transformations import cardinality
from graphlab._src.graph import convert_to_tensor, nest
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.keras import backend
from graphlab._src.keras.engine import compiled, training_arrays, training_loop
from graphlab._src.keras.engine.callback import ProgbarLogger
from graphlab._src.keras.engine.compiled import loss_of as get_loss_function
from graphlab._src.keras.engine.compiled import losses_for as prepare_loss_functions
from graphlab._src.keras.engine.sequential import Sequential
from graphlab._src.keras.engine.weighting import weighted
from graphlab._src.keras.layers.weight_values import get_session
from graphlab._src.ops.cast import cast
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import expand_dims

__all__ = ["get_loss_function", "prepare_loss_functions"]


# Data


def get_progbar(model: Any, count_mode: str) -> ProgbarLogger:
    """The callback that shows a model's progress.  count_mode: "samples" or "steps"."""
    names = model.metrics_names[1:] if hasattr(model, "metrics_names") else None
    return ProgbarLogger(count_mode, stateful_metrics=names)


def slice_arrays(arrays: Any, indices: Any, contiguous: bool = True) -> Any:
    """The rows of these numbers of an array or tensor, or of each in a list.  contiguous: whether one follows the other."""
    several = arrays if isinstance(arrays, list) else [arrays]
    if not any(_is_tensor(one) for one in several):
        rows = generic_utils.slice_arrays(several, indices)
    elif contiguous:
        rows = [one[indices[0] : indices[-1] + 1] for one in several]
    else:
        rows = [concat([one[i : i + 1] for i in indices], axis=0) for one in several]
    return rows if isinstance(arrays, list) else rows[0]


def check_num_samples(ins: Any, batch_size: Any = None, steps: Any = None, steps_name: str = "steps") -> int | None:
    """How many examples the first array has; None where the data is counted in steps."""
    if steps is not None and batch_size is not None:
        raise ValueError(f"If {steps_name} is set, the `batch_size` must be None.")
    if check_steps_argument(ins, steps, steps_name) or not hasattr(ins[0], "shape"):
        return None
    return int(ins[0].shape[0])


def standardize_single_array(x: Any, expected_shape: Any = None) -> Any:
    """Data with an axis of size 1 behind its only one, unless one axis is expected."""
    if isinstance(x, int):
        raise ValueError(f"Expected an array data type but received an integer: {x}")
    if x is None or (not _is_tensor(x) and not hasattr(x, "ndim")):
        return x
    rank = x.shape.ndims if _is_tensor(x) else x.ndim
    if rank != 1 or (expected_shape is not None and len(expected_shape) == 1):
        return x
    return expand_dims(x, axis=1) if _is_tensor(x) else np.expand_dims(x, 1)


def standardize_input_data(
    data: Any, names: list[str], shapes: Any = None, check_batch_axis: bool = True, exception_prefix: str = ""
) -> list[Any]:
    """An array for each name, of data as an array, a list or a dict; ValueError where one has not the expected shape."""
    expected = [None] * len(names) if shapes is None else shapes
    return training_arrays.standardized(data, names, expected, exception_prefix, check_batch_axis)


def standardize_sample_or_class_weights(x_weight: Any, output_names: list[str], weight_type: str) -> list[Any]:
    """The weights for each output.  weight_type: the name of the argument, for the error."""
    if x_weight is None or (isinstance(x_weight, (list, tuple)) and not x_weight):
        return [None] * len(output_names)
    if len(output_names) == 1:
        if isinstance(x_weight, (list, tuple)) and len(x_weight) == 1:
            return list(x_weight)
        return [x_weight.get(output_names[0], x_weight) if isinstance(x_weight, dict) else x_weight]
    return training_arrays.by_output(x_weight, output_names, weight_type)


def standardize_class_weights(class_weight: Any, output_names: list[str]) -> list[Any]:
    """The class weights for each output."""
    return standardize_sample_or_class_weights(class_weight, output_names, "class_weight")


def standardize_sample_weights(sample_weight: Any, output_names: list[str]) -> list[Any]:
    """The weights of examples for each output."""
    return standardize_sample_or_class_weights(sample_weight, output_names, "sample_weight")


def check_array_lengths(inputs: Any, targets: Any, weights: Any = None) -> None:
    """Raises ValueError where the numbers of examples differ."""
    training_arrays.check_lengths(inputs or (), targets or (), weights or ())


def standardize_weights(
    y: Any, sample_weight: Any = None, class_weight: Any = None, sample_weight_mode: Any = None
) -> Any:
    """The weight of each example, or of each step where the mode is "temporal": the product of both kinds; None for none."""
    sample_weight = sample_weight[0] if isinstance(sample_weight, tuple) else sample_weight
    if sample_weight is not None or sample_weight_mode not in (None, "samplewise"):
        _check_weights(y, sample_weight, sample_weight_mode)
    if not isinstance(class_weight, dict):
        return sample_weight
    of_classes = training_arrays.class_weights(y, class_weight)
    return of_classes if sample_weight is None else of_classes * sample_weight


def _check_weights(y: Any, weights: Any, mode: Any) -> None:
    shape = None if weights is None else weights.shape
    if mode in (None, "samplewise"):
        if shape is not None and len(shape) != 1:
            raise ValueError(
                f"Found a sample_weight array with shape {shape}. In order to use timestep-wise sample weights, you should "
                'specify sample_weight_mode="temporal" in compile(). If you just mean to use sample-wise weights, make sure '
                "your sample_weight array is 1D."
            )
    elif mode != "temporal":
        raise ValueError(f'"sample_weight_mode should be None or "temporal". Found: {mode}')
    elif len(y.shape) < 3:
        raise ValueError(
            f"Found a sample_weight array for an input with shape {y.shape}. Timestep-wise sample weighting (use of "
            'sample_weight_mode="temporal") is restricted to outputs that are at least 3D, i.e. that have a time dimension.'
        )
    elif shape is not None and len(shape) != 2:
        raise ValueError(
            f"Found a sample_weight array with shape {shape}. In order to use timestep-wise sample weighting, you should "
            "pass a 2D sample_weight array."
        )
    if shape is None:
        return
    if len(shape) > len(y.shape):
        raise ValueError(
            f"Found a sample_weight with shape {shape}. Expected sample_weight with rank less than or equal to {len(y.shape)}"
        )
    if not _is_tensor(weights) and y.shape[: len(shape)] != shape:
        raise ValueError(
            f"Found a sample_weight array with shape {shape} for an input with shape {y.shape}. "
            "sample_weight cannot be broadcast."
        )


def batch_shuffle(index_array: Any, batch_size: int) -> Any:
    """Numbers in batches whose order is mixed; those behind the last whole batch stay at the end."""
    whole = len(index_array) // batch_size * batch_size
    batches = index_array[:whole].reshape(-1, batch_size)
    np.random.shuffle(batches)
    return np.append(batches.ravel(), index_array[whole:])


def has_tensors(ls: Any) -> bool:
    """Whether it is a tensor, or a list or dict with one."""
    values = ls if isinstance(ls, (list, tuple)) else ls.values() if isinstance(ls, dict) else [ls]
    return any(_is_tensor(value) for value in values)


has_symbolic_tensors = has_tensors


def validate_input_types(inp: Any, orig_inp: Any, allow_dict: bool = True, field_name: str = "inputs") -> None:
    """ValueError for what is no array, tensor or list of these; or for a dict that is not allowed."""
    if isinstance(inp, dict):
        if not allow_dict:
            raise ValueError(f"You cannot pass a dictionary as model {field_name}.")
        return
    values = inp if isinstance(inp, (list, tuple)) else [inp]
    if not all(isinstance(value, np.ndarray) or _is_tensor(value) for value in values):
        raise ValueError(
            "Please provide as model inputs either a single array or a list of arrays. "
            f"You passed: {field_name}={orig_inp}"
        )


def check_generator_arguments(y: Any = None, sample_weight: Any = None, validation_split: Any = None) -> None:
    """ValueError for what a generator or a Sequence has itself."""
    for value, name, place in ((y, "y", "second"), (sample_weight, "sample_weight", "third")):
        if value is not None:
            raise ValueError(
                f"`{name}` argument is not supported when data is a generator or Sequence instance. Instead pass it as the "
                f"{place} element of the generator."
            )
    if validation_split:
        raise ValueError("If your data is in the form of a Python generator, you cannot use `validation_split`.")


def validate_dataset_input(x: Any, y: Any, sample_weight: Any, validation_split: Any = None) -> None:
    """ValueError for what a dataset has itself."""
    if y is not None:
        raise ValueError(
            f"You passed a dataset or dataset iterator ({x}) as input `x` to your model. In that case, you should not "
            "specify a target (`y`) argument, since the dataset or dataset iterator generates both input data and target "
            f"data. Received: {y}"
        )
    if sample_weight is not None:
        raise ValueError(
            "`sample_weight` argument is not supported when input `x` is a dataset or a dataset iterator. Instead, you can "
            "provide sample_weight as the third element of your dataset, i.e. (inputs, targets, sample_weight). "
            f"Received: x={x}, sample_weight={sample_weight}"
        )
    if validation_split:
        raise ValueError(
            "`validation_split` argument is not supported when input `x` is a dataset or a dataset iterator. "
            f"Received: x={x}, validation_split={validation_split:f}"
        )


def check_steps_argument(input_data: Any, steps: Any, steps_name: str) -> bool:
    """Whether the data is counted in steps; ValueError where it is, and `steps` is None."""
    is_iterator = isinstance(input_data, Iterator)
    nothing = input_data is None or (isinstance(input_data, list) and not input_data)
    if nothing or is_iterator or has_tensors(input_data):
        if steps is None:
            what = "a Dataset iterator" if is_iterator else "data tensors"
            raise ValueError(f"When using {what} as input to a model, you should specify the `{steps_name}` argument.")
        return True
    if isinstance(input_data, Dataset):
        return True
    arrays = (np.ndarray, list, tuple)
    in_dict = isinstance(input_data, dict) and any(isinstance(value, arrays) for value in input_data.values())
    if steps is not None and (isinstance(input_data, arrays) or in_dict):
        logging.warning(
            "When passing input data as arrays, do not specify `steps_per_epoch`/`steps` argument. "
            "Please use `batch_size` instead."
        )
    return False


# Types


def cast_single_tensor(x: Any, dtype: Any = None) -> Any:
    """A floating tensor or array as a tensor of the type, Keras' default one for None; others as they are."""
    x = convert_to_tensor(x) if isinstance(x, np.ndarray) else x
    return cast(x, dtype or backend.floatx()) if x.dtype.is_floating else x


def cast_if_floating_dtype_and_mismatch(targets: Any, outputs: Any) -> Any:
    """Floating targets as their outputs' types."""
    if _is_tensor(targets):
        return cast_single_tensor(targets, dtype=outputs[0].dtype)
    pairs = zip(targets, outputs, strict=False)
    return [
        target if target.dtype == output.dtype else cast_single_tensor(target, output.dtype) for target, output in pairs
    ]


def cast_if_floating_dtype(x: Any) -> Any:
    """Each floating tensor as one of Keras' default type."""
    return nest.map_structure(cast_single_tensor, x)


def cast_to_model_input_dtypes(x: Any, model: Any) -> Any:
    """Each tensor as the type of the model's input."""
    return nest.map_structure(lambda value, given: cast(value, given.dtype), x, model.inputs)


# Losses and metrics


def check_loss_and_target_compatibility(targets: Any, loss_fns: Any, output_shapes: Any) -> None:
    """ValueError where a loss can't compare a target with an output of the shape."""
    for target, loss, shape in zip(targets, loss_fns, output_shapes, strict=False):
        if target is not None and loss is not None and not _is_tensor(target):
            compiled.check_target(loss, tuple(target.shape), shape)


def get_metric_name(metric: Any, weighted: bool = False) -> str:
    """The name of a metric that `compile` was given: "weighted_acc" for a weighted "accuracy"."""
    return compiled.metric_of(metric, None, None, weighted)[0]


def get_metric_function(metric: Any, output_shape: Any = None, loss_fn: Any = None) -> Any:
    """The function or Metric that a metric of `compile` means; "accuracy" and "crossentropy" depend on loss and shape."""
    return compiled.metric_function(metric, loss_fn, None if output_shape is None else output_shape[-1])


def collect_per_output_metric_info(
    metrics: Any, output_names: list[str], output_shapes: Any, loss_fns: Any, is_weighted: bool = False
) -> list[dict[str, Any]]:
    """{name: Metric} for each output."""
    each = zip(compiled.metrics_for(metrics, output_names), loss_fns, output_shapes, strict=True)
    return [
        dict(compiled.metric_of(metric, loss, shape[-1], is_weighted) for metric in given)
        for given, loss, shape in each
    ]


def call_metric_function(metric_fn: Any, y_true: Any, y_pred: Any = None, weights: Any = None, mask: Any = None) -> Any:
    """The result of a metric.  mask: examples that count, beside their weights."""
    if mask is not None:
        mask = cast(mask, y_pred.dtype)
        weights = mask if weights is None else weighted(mask, weights)
    values = (y_true,) if y_pred is None else (y_true, y_pred)
    return metric_fn(*values, sample_weight=weights)


def is_feature_layer(layer: Any) -> bool:
    """Whether a layer makes its output of feature columns."""
    return getattr(layer, "_is_feature_layer", False)


# Datasets


def is_dataset_or_iterator(data: Any) -> bool:
    """Whether it is a tf.data.Dataset or an iterator of one."""
    return isinstance(data, (Dataset, Iterator))


def is_eager_dataset_or_iterator(data: Any) -> bool:
    """False: nothing runs eagerly."""
    del data
    return False


def get_iterator(dataset: Any) -> Any:
    """A new iterator of a dataset, at its beginning."""
    iterator = dataset.make_initializable_iterator()
    initialize_iterator(iterator)
    return iterator


def initialize_iterator(iterator: Any) -> None:
    """Sets an iterator to the beginning of its dataset."""
    get_session().run(iterator.initializer)


def extract_tensors_from_dataset(dataset: Any) -> tuple[Any, Any, Any]:
    """(inputs, targets, weights) of the elements of a dataset, as tensors; None for what there is not."""
    return unpack_iterator_input(get_iterator(dataset))


def unpack_iterator_input(iterator: Any) -> tuple[Any, Any, Any]:
    """(inputs, targets, weights) of the next element; None for what there is not."""
    try:
        element = iterator.get_next()
    except errors.OutOfRangeError:
        raise RuntimeError(
            "Your dataset iterator ran out of data; Make sure that your dataset can generate required number of samples."
        ) from None
    if not isinstance(element, (list, tuple)):
        return element, None, None
    if len(element) not in (2, 3):
        raise ValueError(
            "Please provide model inputs as a list or tuple of 2 or 3 elements: (input, target) or (input, target, "
            f"sample_weights) Received {element}"
        )
    return element[0], element[1], element[2] if len(element) == 3 else None


def infer_steps_for_dataset(
    model: Any, dataset: Any, steps: Any, epochs: int = 1, steps_name: str = "steps"
) -> int | None:
    """How many batches a dataset has, where `steps` is None and it is known; ValueError where there are too few or no end."""
    del model
    size = backend.get_value(cardinality(dataset))
    if size == INFINITE and steps is None:
        raise ValueError(f"When passing an infinitely repeating dataset, you must specify the `{steps_name}` argument.")
    if size >= 0 and steps is not None and steps * epochs > size:
        said = f"`epochs={epochs}` and `{steps_name}={steps}`" if epochs > 1 else f"`{steps_name}={steps}`"
        raise ValueError(
            f"The dataset you passed contains {size} batches, but you passed {said}, which is a total of {steps * epochs} "
            f"steps. We cannot draw that many steps from this dataset. We suggest to set `{steps_name}={size // epochs}`."
        )
    return size if steps is None and size >= 0 else steps


# Loops


def get_input_shape_and_dtype(layer: Any) -> tuple[Any, Any]:
    """(shape of its batches, type) of the Input of a layer, or of a model's first one; None for both where it has none."""
    while getattr(layer, "_is_graph_network", False) or isinstance(layer, Sequential):
        if not layer.layers:
            raise ValueError("An empty Model cannot be used as a Layer.")
        layer = layer.layers[0]
    return (layer._batch_input_shape, layer.dtype) if hasattr(layer, "_batch_input_shape") else (None, None)


def get_static_batch_size(layer: Any) -> int | None:
    """The size of a layer's batches, where it is known."""
    shape, _ = get_input_shape_and_dtype(layer)
    return None if shape is None else as_dimension(shape[0]).value


def generic_output_names(outputs_list: Any) -> list[str]:
    """output_1, output_2 and so on."""
    return [f"output_{i + 1}" for i in range(len(outputs_list))]


def list_to_tuple(maybe_list: Any) -> Any:
    """A list as a tuple, anything else as it is."""
    return tuple(maybe_list) if isinstance(maybe_list, list) else maybe_list


def should_run_validation(validation_freq: Any, epoch: int) -> bool:
    """Whether the model is tested after the epoch of that number, the first being 0.

    validation_freq: after how many epochs, or the epochs, the first being 1.
    """
    if isinstance(validation_freq, int):
        if validation_freq < 1:
            raise ValueError("`validation_freq` can not be less than 1.")
    elif not isinstance(validation_freq, Container):
        raise ValueError("`validation_freq` must be an Integer or a container (e.g. list, tuple, etc.)")
    return training_loop.is_due(validation_freq, epoch)


def split_training_and_validation_data(x: Any, y: Any, sample_weights: Any, validation_split: float) -> tuple[Any, ...]:
    """(x, y, weights) of the first part of the examples, then those of the others, which are a part of this size."""
    if has_tensors(x):
        raise ValueError("If your data is in the form of symbolic tensors, you cannot use `validation_split`.")
    at = int(len(x[0]) * (1.0 - validation_split))
    first = [generic_utils.slice_arrays(arrays, 0, at) for arrays in (x, y)]
    rest = [generic_utils.slice_arrays(arrays, at) for arrays in (x, y)]
    if not sample_weights:
        return (*first, sample_weights, *rest, None)
    return (
        *first,
        generic_utils.slice_arrays(sample_weights, 0, at),
        *rest,
        generic_utils.slice_arrays(sample_weights, at),
    )


def unpack_validation_data(validation_data: Any) -> tuple[Any, Any, Any]:
    """(inputs, targets, weights) of what `fit` is given; of a dataset itself, and None for the others."""
    if is_dataset_or_iterator(validation_data):
        return validation_data, None, None
    if len(validation_data) not in (2, 3):
        raise ValueError(
            "When passing a `validation_data` argument, it must contain either 2 items (x_val, y_val), or 3 items (x_val, "
            "y_val, val_sample_weights), or alternatively it could be a dataset or a dataset iterator. However we received "
            f"`validation_data={validation_data}`"
        )
    return validation_data[0], validation_data[1], validation_data[2] if len(validation_data) == 3 else None


class ModelInputs:
    """The inputs of a model: one, a list or a dict, with a name for each."""

    def __init__(self, inputs: Any) -> None:
        self._inputs = inputs
        if isinstance(inputs, Mapping):
            self._input_names = sorted(inputs)
            self._flattened_inputs = [inputs[name] for name in self._input_names]
        else:
            self._flattened_inputs = nest.flatten(inputs)
            self._input_names = [f"input_{i + 1}" for i in range(len(self._flattened_inputs))]

    def get_input_names(self) -> list[str]:
        """The names: a dict's keys, in order, or input_1, input_2 and so on."""
        return self._input_names

    def get_symbolic_inputs(self, return_single_as_list: bool = False) -> Any:
        """The inputs as they were given, with a placeholder for each array or TensorSpec, for batches of any size."""
        pairs = zip(self._flattened_inputs, self._input_names, strict=True)
        self._flattened_inputs = [_symbolic(value, name) for value, name in pairs]
        if isinstance(self._inputs, Mapping):
            return dict(zip(self._input_names, self._flattened_inputs, strict=True))
        single = not isinstance(self._inputs, (list, tuple)) and not return_single_as_list
        return self._flattened_inputs[0] if single else self._flattened_inputs

    def as_dict(self) -> Any:
        """(name, input) for each."""
        return zip(self._input_names, self._flattened_inputs, strict=True)

    def as_list(self) -> list[Any]:
        """The inputs."""
        return self._flattened_inputs


def _symbolic(value: Any, name: str) -> Any:
    if isinstance(value, (list, float, int)):
        value = np.asarray(value)
        value = np.expand_dims(value, 1) if value.ndim == 1 else value
    if isinstance(value, TensorSpec):
        sizes, dtype = value.shape.as_list(), value.dtype
    elif isinstance(value, np.ndarray):
        kind = dtypes.as_dtype(value.dtype)
        sizes, dtype = value.shape, backend.floatx() if kind.is_floating else kind
    else:
        return value
    return backend.placeholder(shape=(None, *(sizes[1:] or (1,))), name=name, dtype=dtype)
