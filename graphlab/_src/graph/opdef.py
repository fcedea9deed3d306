"""OpDef: an operation type, with its inputs, attributes, outputs and the rules that the other layers look up.

A signature is written as TensorFlow registers it, on one line:

    "a: T, b: T -> product: T"                one type attribute, shared
    "values: N*T, axis: Tidx=int32 -> output: T"    a list of N tensors of one type; Tidx is int32 unless said
    "input: *T -> output: *T"                 a list of tensors, a type each
    "ref: Ref(T), value: T -> output_ref: Ref(T)"
    "x: float32 -> y: out_type"               a fixed type, and a type that an attribute names
"""

import dataclasses
import difflib
import functools
import importlib
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.signals import delayed
from graphlab._src.graph.capabilities import Capabilities
from graphlab._src.graph.op_types import CAPABILITIES, FUNCTION_ATTRS, OP_MODULES, OUTPUTS

if TYPE_CHECKING:
    from graphlab._src.graph.operation import Operation

UNLESS_KNOWN: Final = "unless known"  # the host runs it, except where its static inputs are known beforehand

# The rules of an operation type; OpDef says what they take.
ShapeRule = Callable[["Operation"], Any]
Kernel = Callable[..., Any]
GradientRule = Callable[..., Any]
Placement = bool | Literal["unless known"]  # True: the host runs it; False: XLA does
Randomness = bool | Callable[..., Any]  # False: none; True: JAX's keys; a function: TensorFlow's streams

_ARG = re.compile(r"^(\w+): (?:(\w+)\*)?(\*)?(Ref\()?(\w+)\)?(?:=(\w+))?$")


@dataclasses.dataclass(frozen=True)
class Arg:
    """One input or output of an operation type.

    type_attr or dtype is the type; number_attr makes it a list of one type, type_list a list with a type each.
    """

    name: str
    type_attr: str | None = None
    dtype: dtypes.DType | None = None
    number_attr: str | None = None
    type_list: bool = False
    is_ref: bool = False

    @property
    def is_list(self) -> bool:
        """True when the argument is a list of tensors."""
        return self.number_attr is not None or self.type_list

    def count(self, attrs: dict[Any, Any]) -> int:
        """The number of tensors of the argument in an operation with these attributes."""
        if self.number_attr:
            return attrs[self.number_attr]
        return len(attrs[self.type_attr]) if self.type_list else 1


@dataclasses.dataclass(frozen=True)
class Attr:
    """One attribute: its kind ("type", "shape", "int", "float", "bool", "string", "tensor", "func", "list(…)")."""

    name: str
    kind: str
    default: Any = None
    required: bool = True
    allowed: frozenset[Any] | tuple[Any, ...] | None = None


@dataclasses.dataclass
class OpDef(Capabilities):
    """An operation type and its rules.

    infer(op) -> dims of the output, or a list of dims for several; raises ShapeError.
    kernel(*inputs, **attributes) -> outputs: a JAX function, or a NumPy one when `host` is set; None for the types of
    which graphs are made that loop, branch and call functions: their capabilities say what they are for.
    fold(*inputs, **attributes) -> outputs: the same on NumPy arrays, for values that are known before a run.
    gradient(op, *output_gradients) -> one gradient or None per input, as tensors in the graph.
    """

    name: str
    inputs: tuple[Arg, ...] = ()
    outputs: tuple[Arg, ...] = ()
    attrs: dict[str, Attr] = dataclasses.field(default_factory=dict[str, Attr])
    infer: ShapeRule | None = None
    kernel: Kernel | None = None
    fold: Kernel | None = None
    gradient: GradientRule | None = None
    # The operations that TensorFlow's gradient consists of, where there is no rule for it here: seeds after it follow.
    gradient_operations: int | None = None
    kernel_attrs: tuple[str, ...] = ()
    static: tuple[str, ...] = ()  # inputs whose values decide shapes: the kernel needs them concrete
    # (op) -> which of these decide no shape in an operation, where they are not known: the kernel accepts them traced,
    # and `checks` look at them.
    varying: Callable[["Operation"], tuple[str, ...]] | None = None
    updates: tuple[str, ...] = ()  # reference inputs that the kernel returns new values for
    accepts_uninitialized: bool = False  # runs also when the variable has no value yet
    padded: Kernel | None = None  # for `host` ones: a JAX kernel that pads a result whose size depends on values
    host: Placement = False  # runs on the host, outside XLA; UNLESS_KNOWN
    # True: the kernel has key=, a fresh JAX random key. A function: it has stream=, the state of TensorFlow's
    # generator (compiler/streams.py), and the function returns the number of blocks that an output of some shape reserves, given the
    # attributes.
    random: Randomness = False
    waits: bool = False  # the kernel has context=, the run that it is part of, and may wait for other runs
    holds_state: bool = False  # owns a value in the session's store; its output is a reference to it
    structural: bool = False  # makes branches, loops and calls: `control_flow` or `calls` says which part of them
    makes_state: bool = False  # its handle refers to state that lives as long as the run
    on_state: Kernel | None = None  # the kernel of what works on such state: a function of the state itself
    stateful: bool = False
    commutative: bool = False
    checks: Kernel | None = (
        None  # (result, *inputs, **attributes) -> what may be wrong with the values (compiler/checks.py)
    )
    doc: str = ""

    def __post_init__(self) -> None:
        self.single_output = len(self.outputs) == 1 and not self.outputs[0].is_list
        self.static_indices = tuple(i for i, arg in enumerate(self.inputs) if arg.name in self.static)
        self.ref_indices = tuple(i for i, arg in enumerate(self.inputs) if arg.is_ref)
        # Carries a value into a branch or loop as it is.
        self.enters = self.control_flow in ("switch", "enter") and not self.ref_indices
        self.can_run = bool(self.kernel or self.on_state or self.structural)
        # A float has 32 bits, as in a message.
        self.defaults = {
            a.name: float(np.float32(a.default)) if a.kind == "float" and a.default is not None else a.default
            for a in self.attrs.values()
            if not a.required
        }

    def has_checks(self, op: "Operation") -> bool:
        """Whether an operation of this type checks values in a run."""
        return self.checks is not None and (self.varying is None or bool(self.varying(op)))

    def updates_input(self, op: "Operation", position: int) -> bool:
        """True when the kernel returns a new value for what the input at a position refers to."""
        if not self.updates:
            return False
        for arg in self.inputs:
            position -= arg.count(op.attrs)
            if position < 0:
                return arg.name in self.updates
        return False

    def static_positions(self, op: "Operation") -> tuple[int, ...]:
        """Which of an operation's inputs have values that decide shapes, counted over all tensors that go in."""
        if self.varying is not None and (names := self.varying(op)):
            return tuple(i for i in self.static_indices if self.inputs[i].name not in names)
        return self.shape_positions(op)

    def shape_positions(self, op: "Operation") -> tuple[int, ...]:
        """The same, with inputs that decide sizes which compiled code leaves open."""
        if not self.static or not any(arg.is_list for arg in self.inputs):
            return self.static_indices
        positions: list[int] = []
        start = 0
        for arg in self.inputs:
            count = arg.count(op.attrs)
            if arg.name in self.static:
                positions.extend(range(start, start + count))
            start += count
        return tuple(positions)


_registry: dict[str, OpDef] = {}
_complete: dict[str, OpDef] = {}  # those whose modules are imported whole: all that kernels and gradients use is there


def register(definition: OpDef) -> OpDef:
    """Adds an operation type; ValueError when the name is taken."""
    before = _registry.get(definition.name)
    # A module that is imported again, since an interrupt ended its first import, says the same again.
    if before is not None and _home(before) != _home(definition):
        raise ValueError(f"The operation type {definition.name} is registered already")
    _registry[definition.name] = definition
    return definition


def _home(definition: OpDef) -> object:
    """Where a type's kernel is written; what has none is at home nowhere."""
    kernel = definition.kernel
    return definition if kernel is None else (kernel.__module__, kernel.__qualname__)


def lookup(op_type: str) -> OpDef | None:
    """The OpDef of that type, or None when graphlab has no such type."""
    found = _complete.get(op_type)
    if found is None and op_type in OP_MODULES:
        name = f"graphlab._src.{OP_MODULES[op_type]}"
        with delayed():
            module = importlib.import_module(name)  # waits where another thread imports it
        found = _registry.get(op_type)
        if found is not None and not getattr(module.__spec__, "_initializing", False):  # by this thread, that is
            _complete[op_type] = found
    return found or _registry.get(op_type)


def is_known(op_type: str) -> bool:
    """Whether graphlab has that type."""
    return op_type in OP_MODULES or op_type in _registry


@functools.cache
def _declared(op_type: str) -> Capabilities:
    return Capabilities(**CAPABILITIES.get(op_type, {}))


def capabilities_of(op_type: str) -> Capabilities:
    """What a type declares in words and truth values; of one that graphlab does not have, the defaults."""
    return _registry.get(op_type) or _declared(op_type)


def outputs_of(op_type: str) -> tuple[Arg, ...] | None:
    """The outputs of a type; None when graphlab has no such type."""
    found = _registry.get(op_type)
    return found.outputs if found is not None else _outputs_of(op_type)


@functools.cache
def _outputs_of(op_type: str) -> tuple[Arg, ...] | None:
    if op_type not in OP_MODULES:
        return None
    return tuple(_parse_arg(text, {}) for text in _split(OUTPUTS.get(op_type, "")))


def function_attrs_of(op_type: str) -> tuple[str, ...]:
    """The names of the attributes that hold functions."""
    return FUNCTION_ATTRS.get(op_type, ())


def registered() -> dict[str, OpDef]:
    """All OpDefs, by name."""
    for op_type in OP_MODULES:
        lookup(op_type)
    return dict(_registry)


def nearest(op_type: str) -> str | None:
    """The registered type whose name is closest, or None."""
    match = difflib.get_close_matches(op_type, {**OP_MODULES, **_registry}, 1, 0.6)
    return match[0] if match else None


def parse(signature: str) -> tuple[tuple[Arg, ...], tuple[Arg, ...], dict[str, Attr]]:
    """(inputs, outputs, attributes that the signature implies) of a signature; the module says how it is written."""
    left, _, right = signature.partition("->")
    attrs: dict[str, Attr] = {}
    inputs = tuple(_parse_arg(text, attrs) for text in _split(left))
    outputs = tuple(_parse_arg(text, attrs) for text in _split(right))
    return inputs, outputs, attrs


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _parse_arg(text: str, attrs: dict[str, Attr]) -> Arg:
    match = _ARG.match(text)
    if not match:
        raise ValueError(f"{text!r} is not an argument of an operation: want 'name: Type'")
    name, number, star, ref, type_name, default = match.groups()
    fixed = dtypes.BY_NAME.get(type_name)
    if number:
        attrs.setdefault(number, Attr(number, "int"))
    if default:
        attrs[type_name] = Attr(type_name, "type", dtypes.as_dtype(default), required=False)
    elif fixed is None:
        attrs.setdefault(type_name, Attr(type_name, "list(type)" if star else "type"))
    return Arg(
        name,
        type_attr=None if fixed else type_name,
        dtype=fixed,
        number_attr=number,
        type_list=bool(star),
        is_ref=bool(ref),
    )
