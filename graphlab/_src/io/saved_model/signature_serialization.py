"""Signatures of saved objects: which functions of an object are its signatures, and the SignatureMap of those."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.function.def_function import Function, function
from graphlab._src.function.polymorphic import TracedFunction
from graphlab._src.graph import Tensor, nest
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.io.saved_model.revived_types import VersionedTypeRegistration, register_revived_type
from graphlab._src.io.saved_model.signature_constants import DEFAULT_SERVING_SIGNATURE_DEF_KEY
from graphlab._src.state.trackable import Trackable

DEFAULT_SIGNATURE_ATTR = "_default_save_signature"
SIGNATURE_ATTRIBUTE_NAME = "signatures"


class SignatureMap(Mapping[str, Any], Trackable):
    """The signatures of an object that tf.saved_model.load returns: {name: ConcreteFunction}."""

    def __init__(self) -> None:
        self._signatures: dict[str, Any] = {}

    def _add_signature(self, name: str, concrete_function: Any) -> None:
        self._signatures[name] = concrete_function

    def __getitem__(self, key: str) -> Any:
        return self._signatures[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._signatures)

    def __len__(self) -> int:
        return len(self._signatures)

    def __repr__(self) -> str:
        return f"_SignatureMap({self._signatures})"

    def _list_functions_for_serialization(self, serialization_cache: Any) -> dict[str, Any]:
        return {key: value for key, value in self.items() if isinstance(value, (Function, ConcreteFunction))}


register_revived_type(
    "signature_map",
    lambda obj: isinstance(obj, SignatureMap),
    [VersionedTypeRegistration(lambda _: SignatureMap(), 1, 1, 1, setter=SignatureMap._add_signature)],
)


def create_signature_map(signatures: Mapping[str, ConcreteFunction]) -> SignatureMap:
    """A SignatureMap of functions that return dicts of tensors."""
    made = SignatureMap()
    for name, concrete in signatures.items():
        made._add_signature(name, concrete)
    return made


def find_function_to_export(functions: Mapping[str, Any]) -> Any:
    """The one of an object's functions that is its signature where a program names none, or None.

    It is the model's own, or the only function that can be one.
    """
    if functions.get(DEFAULT_SIGNATURE_ATTR) is not None:
        return functions[DEFAULT_SIGNATURE_ATTR]
    found = [
        concrete for concrete in map(_concrete, functions.values()) if concrete is not None and _is_valid(concrete)
    ]
    return found[0] if len(found) == 1 else None


def canonicalize_signatures(signatures: Any) -> dict[str, ConcreteFunction]:
    """{name: a function of keywords that returns a dict of tensors} of a function, a dict of functions, or None.

    Raises ValueError for what is no function of known arguments.
    """
    if signatures is None:
        return {}
    if not isinstance(signatures, Mapping):
        signatures = {DEFAULT_SERVING_SIGNATURE_DEF_KEY: signatures}
    return {key: _as_signature(key, given) for key, given in signatures.items()}


def _as_signature(key: str, given: Any) -> ConcreteFunction:
    concrete = _concrete(given)
    if concrete is None:
        raise ValueError(
            f"Expected a TensorFlow function to generate a signature for, but got {given}. Only `tf.functions` with an input "
            "signature or concrete functions can be used as a signature."
        )

    @function
    def signature_wrapper(**kwargs: Any) -> Any:
        return _as_outputs(concrete(**kwargs), concrete.name, key)

    arguments = concrete.inputs[: len(concrete.inputs) - len(concrete.captured_inputs)]
    if concrete._arg_keywords is None:
        raise ValueError(
            f"The function {concrete.name} has no names of arguments: pass what get_concrete_function() returns"
        )
    specs = {
        name: TensorSpec(tensor.shape, tensor.dtype.base_dtype, name)
        for name, tensor in zip(concrete._arg_keywords, arguments, strict=False)
    }
    made = signature_wrapper.get_concrete_function(**specs)
    # The arguments of a SignatureDef have no order, so that only a single one may have no name.
    made._num_positional_args = int(len(specs) == 1)
    return made


def _concrete(given: Any) -> ConcreteFunction | None:
    if isinstance(given, (Function, TracedFunction)) and given.input_signature is not None:
        given = given.get_concrete_function()
    return given if isinstance(given, ConcreteFunction) else None


def _is_valid(concrete: ConcreteFunction) -> bool:
    if not concrete.outputs:
        return False
    try:
        _as_outputs(concrete.structured_outputs, "unused", "unused")
    except ValueError:
        return False
    return True


def _as_outputs(outputs: Any, function_name: str, key: str) -> Any:
    """What a function returns as {name: tensor}."""
    if isinstance(outputs, Mapping):
        for name, value in outputs.items():
            if not isinstance(value, Tensor):
                raise ValueError(
                    f"Got a dictionary containing non-Tensor value {value} for key {name} in the output of the function "
                    f"{function_name} used to generate a SavedModel signature. Dictionaries outputs for functions used as "
                    "signatures should have one Tensor output per string key."
                )
        return outputs
    items: Any = outputs if isinstance(outputs, Sequence) else [outputs]
    if any(nest.is_nested(item) for item in items):
        raise ValueError(
            f"Got non-flat outputs '{outputs}' from '{function_name}' for SavedModel signature '{key}'. Signatures have one "
            "Tensor per output, so to have predictable names Python functions used to generate these signatures should avoid "
            "outputting Tensors in nested structures."
        )
    return {f"output_{i}": item for i, item in enumerate(items)}


def validate_saveable_view(root: Any, children: Mapping[str, Any]) -> None:
    """ValueError for an object with an attribute `signatures` of its own. children: what is tracked below it."""
    if not isinstance(children.get(SIGNATURE_ATTRIBUTE_NAME, SignatureMap()), SignatureMap):
        raise ValueError(
            f"Exporting an object {root} which has an attribute named '{SIGNATURE_ATTRIBUTE_NAME}'. This is a reserved "
            "attribute used to store SavedModel signatures in objects which come from `tf.saved_model.load`. Delete this "
            f"attribute (e.g. 'del obj.{SIGNATURE_ATTRIBUTE_NAME}') before saving if this shadowing is acceptable."
        )
