"""Small models of each kind, made of the same layers."""

from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.compat.keras_testing.modes import get_model_type
from graphlab._src.keras.engine.input_layer import Input, InputLayer
from graphlab._src.keras.engine.model import Model
from graphlab._src.keras.engine.sequential import Sequential
from graphlab._src.keras.layers.dense import Dense

Layers = Sequence[Any]


def applied(layers: Layers | None, tensors: Any) -> Any:
    """What the layers make of the tensors, one after the other."""
    for layer in layers or ():
        tensors = layer(tensors)
    return tensors


def _classifier(num_classes: int) -> Dense:
    return Dense(num_classes, activation="sigmoid" if num_classes == 1 else "softmax")


def get_small_sequential_mlp(num_hidden: int, num_classes: int, input_dim: int | None = None) -> Sequential:
    """Two dense layers; without input_dim they are built for the first input."""
    first: dict[str, Any] = {"input_dim": input_dim} if input_dim else {}
    return Sequential([Dense(num_hidden, activation="relu", **first), _classifier(num_classes)])


def get_small_functional_mlp(num_hidden: int, num_classes: int, input_dim: int) -> Model:
    """Two dense layers, from an Input."""
    inputs = Input(shape=(input_dim,))
    return Model(inputs, applied([Dense(num_hidden, activation="relu"), _classifier(num_classes)], inputs))


class _SmallModel(Model):
    """Two dense layers, made in build where build_later is True."""

    def __init__(self, num_hidden: int, num_classes: int, build_later: bool = False) -> None:
        super().__init__()
        self.layer_a = self.layer_b = None
        self.num_hidden, self.num_classes = num_hidden, num_classes
        if not build_later:
            self._make()

    def _make(self) -> None:
        self.layer_a: Any = Dense(self.num_hidden, activation="relu")
        self.layer_b: Any = _classifier(self.num_classes)

    def build(self, input_shape: Any) -> None:
        if self.layer_a is None:
            self._make()

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        return self.layer_b(self.layer_a(inputs))


def get_small_subclass_mlp(num_hidden: int, num_classes: int) -> Model:
    """Two dense layers in a class."""
    return _SmallModel(num_hidden, num_classes)


def get_small_subclass_mlp_with_custom_build(num_hidden: int, num_classes: int) -> Model:
    """Two dense layers in a class whose `build` makes them."""
    return _SmallModel(num_hidden, num_classes, build_later=True)


def get_small_mlp(num_hidden: int, num_classes: int, input_dim: int) -> Model:
    """Two dense layers, as a model of the kind that is tested."""
    kind = get_model_type()
    if kind == "subclass":
        return get_small_subclass_mlp(num_hidden, num_classes)
    if kind == "subclass_custom_build":
        return get_small_subclass_mlp_with_custom_build(num_hidden, num_classes)
    if kind == "sequential":
        return get_small_sequential_mlp(num_hidden, num_classes, input_dim)
    if kind == "functional":
        return get_small_functional_mlp(num_hidden, num_classes, input_dim)
    raise ValueError(f"Unknown model type {kind}")


class _Layers(Model):
    """Layers one after the other, made by `make`; in `build` where build_later is True."""

    def __init__(self, make: Callable[[], Layers], name: str | None, build_later: bool = False) -> None:
        super().__init__(name=name)
        self._make, self.num_layers = make, 0
        if not build_later:
            self._add()

    def _add(self) -> None:
        layers = self._make()
        for i, layer in enumerate(layers):
            setattr(self, f"layer{i}", layer)
        self.num_layers = len(layers)

    def build(self, input_shape: Any) -> None:
        if not self.num_layers:
            self._add()

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        return applied([getattr(self, f"layer{i}") for i in range(self.num_layers)], inputs)


def get_model_from_layers(
    layers: Layers,
    input_shape: Any = None,
    input_dtype: Any = None,
    name: str | None = None,
    input_ragged: bool | None = None,
    input_sparse: bool | None = None,
) -> Model:
    """The layers one after the other, as a model of the kind that is tested."""
    kind = get_model_type()
    described: dict[str, Any] = {"dtype": input_dtype, "ragged": input_ragged, "sparse": input_sparse}
    if kind in ("subclass", "subclass_custom_build"):
        model = _Layers(lambda: layers, name, build_later=kind == "subclass_custom_build")
        if kind == "subclass" and (input_ragged or input_sparse):
            model._set_inputs(Input(shape=input_shape, **described))
        return model
    if kind == "sequential":
        first = [InputLayer(input_shape=input_shape, **described)] if input_shape else []
        return Sequential([*first, *layers], name=name)
    if kind == "functional":
        if not input_shape:
            raise ValueError("Cannot create a functional model from layers with no input shape.")
        inputs = Input(shape=input_shape, **described)
        return Model(inputs, applied(layers, inputs), name=name)
    raise ValueError(f"Unknown model type {kind}")


class _Branches(Model):
    """Two branches, of one input or two, to one output or two."""

    def __init__(self, branch_a: Layers, branch_b: Layers, shared_input: Layers | None, shared_output: Layers | None):
        super().__init__()
        self.branch_a, self.branch_b = branch_a, branch_b
        self.shared_input, self.shared_output = shared_input, shared_output

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        shared = self.shared_input
        a, b = [applied(shared, inputs)] * 2 if shared else inputs
        outputs = [applied(self.branch_a, a), applied(self.branch_b, b)]
        return applied(self.shared_output, outputs)


def get_multi_io_model(
    branch_a: Layers,
    branch_b: Layers,
    shared_input_branch: Layers | None = None,
    shared_output_branch: Layers | None = None,
) -> Model:
    """A model of two branches.

    The first of shared_input_branch, or of each branch where there is none, is an Input.
    shared_output_branch: layers that make one output of both.
    """
    if shared_input_branch:
        inputs, shared_input_branch = shared_input_branch[0], shared_input_branch[1:]
    else:
        inputs = branch_a[0], branch_b[0]
        branch_a, branch_b = branch_a[1:], branch_b[1:]
    kind = get_model_type()
    if kind in ("subclass", "subclass_custom_build"):
        return _Branches(branch_a, branch_b, shared_input_branch, shared_output_branch)
    if kind == "sequential":
        raise ValueError("Cannot use `get_multi_io_model` to construct sequential models")
    if kind != "functional":
        raise ValueError(f"Unknown model type {kind}")
    a, b = [applied(shared_input_branch, inputs)] * 2 if shared_input_branch else inputs
    outputs = (applied(branch_a, a), applied(branch_b, b))
    return Model(inputs, applied(shared_output_branch, outputs))
