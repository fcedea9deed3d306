"""A test of a layer that has one input and one output: its shapes, its values, its config and a step of training."""

import inspect
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.compat.keras_testing import modes
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.keras.engine import optimizer_classes
from graphlab._src.keras.engine.input_layer import Input
from graphlab._src.keras.engine.model import Model
from graphlab._src.keras.engine.sequential import Sequential

_OPTIMIZERS = ("Adadelta", "Adagrad", "Adam", "Adamax", "Nadam", "RMSprop", "SGD")


def get_test_data(
    train_samples: int, test_samples: int, input_shape: Any, num_classes: int, random_seed: int | None = None
) -> Any:
    """((x, y) to train with, (x, y) to test with): for each class noise around a random center."""
    if random_seed is not None:
        np.random.seed(random_seed)
    centers = 2 * num_classes * np.random.random((num_classes, *input_shape))
    y = np.random.randint(0, num_classes, size=(train_samples + test_samples,))
    x = np.zeros((len(y), *input_shape), dtype=np.float32)
    for i, label in enumerate(y):
        x[i] = centers[label] + np.random.normal(loc=0, scale=1.0, size=input_shape)
    return (x[:train_samples], y[:train_samples]), (x[train_samples:], y[train_samples:])


def get_v2_optimizer(name: str, **kwargs: Any) -> Any:
    """Keras' optimizer of that name."""
    by_name = {kind.lower(): getattr(optimizer_classes, kind) for kind in _OPTIMIZERS}
    if name not in by_name:
        raise ValueError(f"Could not find requested v2 optimizer: {name}\nValid choices: {list(by_name)}")
    return by_name[name](**kwargs)


def layer_test(
    layer_cls: Any,
    kwargs: dict[str, Any] | None = None,
    input_shape: Any = None,
    input_dtype: Any = None,
    input_data: Any = None,
    expected_output: Any = None,
    expected_output_dtype: Any = None,
    expected_output_shape: Any = None,
    validate_training: bool = True,
    adapt_data: Any = None,
) -> np.ndarray:
    """Checks a layer in a model, in one made of its config, in a step of training, and as the first of a Sequential.

    Returns the output. AssertionError where a shape, dtype or value is not what is expected.
    adapt_data: for layers that have `adapt`.
    """
    if input_data is None:
        if input_shape is None:
            raise ValueError("input_shape is None")
        input_data = _random_input(input_shape, input_dtype or "float32")
    elif input_shape is None:
        input_shape = input_data.shape
    input_dtype = input_data.dtype if input_dtype is None else input_dtype
    kwargs = kwargs or {}
    layer = _made(layer_cls, kwargs, adapt_data)
    layer.set_weights(layer.get_weights())

    inputs = Input(shape=input_shape[1:], dtype=input_dtype)
    outputs = layer(inputs)
    where = f"When testing layer {layer_cls.__name__} with {kwargs}, for input {inputs}, found output"
    expected_dtype = dtypes.as_dtype(expected_output_dtype or input_dtype)
    if outputs.dtype.base_dtype != expected_dtype:
        raise AssertionError(f"{where} dtype={outputs.dtype.name} but expected to find {expected_dtype.name}.")
    if expected_output_shape is not None:
        _check_shape(where, TensorShape(expected_output_shape), outputs.shape)

    model = Model(inputs, outputs)
    computed_shape = layer.compute_output_shape(TensorShape(input_shape))
    signature = layer.compute_output_signature(TensorSpec(shape=input_shape, dtype=input_dtype))
    actual = model.predict(input_data)
    _check_shape(where, computed_shape, actual.shape)
    _check_shape(where, signature.shape, actual.shape)
    if signature.dtype != actual.dtype:
        raise AssertionError(f"{where} dtype={actual.dtype} but expected to find {signature.dtype}.")
    _check_values(actual, expected_output)
    _check_recovered(model, input_data, actual)

    if validate_training:
        model = Model(inputs, layer(inputs))
        eagerly = {} if modes._MODES.run_eagerly is None else {"run_eagerly": modes.should_run_eagerly()}
        model.compile("rmsprop", "mse", weighted_metrics=["acc"], **eagerly)
        model.train_on_batch(input_data, actual)

    layer = layer.__class__.from_config({**layer.get_config(), "batch_input_shape": input_shape})
    if adapt_data is not None:
        layer.adapt(adapt_data)
    model = Sequential()
    model.add(layer)
    actual = model.predict(input_data)
    _check_shape(f"{where} (after deserialization)", computed_shape, actual.shape)
    _check_values(actual, expected_output)
    _check_recovered(model, input_data, actual)
    return actual


def _random_input(shape: Any, dtype: Any) -> np.ndarray:
    sizes = [np.random.randint(1, 4) if size is None else size for size in shape]
    data = 10 * np.random.random(sizes)
    return (data - 0.5 if str(dtype).startswith("float") else data).astype(dtype)


def _made(layer_cls: Any, kwargs: dict[str, Any], adapt_data: Any) -> Any:
    layer = layer_cls(**kwargs)
    if adapt_data is not None:
        layer.adapt(adapt_data)
    if "weights" in inspect.getfullargspec(layer_cls.__init__).args:
        layer = layer_cls(**{**kwargs, "weights": layer.get_weights()})
    return layer


def _check_shape(where: str, expected: Any, actual: Any) -> None:
    """Sizes that are expected, where they are known."""
    expected, actual = TensorShape(expected).as_list(), TensorShape(actual).as_list()
    if len(expected) != len(actual) or any(a not in (b, None) for a, b in zip(expected, actual, strict=True)):
        raise AssertionError(f"{where}_shape={actual} but expected to find {expected}.")


def _check_values(actual: np.ndarray, expected: Any) -> None:
    if expected is not None:
        np.testing.assert_allclose(actual, expected, rtol=1e-3, atol=1e-6)


def _check_recovered(model: Any, input_data: np.ndarray, output: np.ndarray) -> None:
    """A model of the same config and weights has the same output."""
    recovered = type(model).from_config(model.get_config())
    if model.weights:
        recovered.set_weights(model.get_weights())
        _check_values(recovered.predict(input_data), output)
