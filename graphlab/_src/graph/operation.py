"""Operation: a node of a graph."""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUnnecessaryIsInstance=false

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, overload

from google.protobuf.message import EncodeError

from graphlab._src.base import dtypes, errors, shapes
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.base.source import Frames, Source
from graphlab._src.graph import attrs as attributes
from graphlab._src.graph import opdef
from graphlab._src.graph.opdef import OpDef
from graphlab._src.graph.pickling import NotPickled
from graphlab._src.graph.tensor import Tensor, default_session
from graphlab._src.graph.traceable_stack import TraceableObject
from graphlab._src.proto import AttrValue, NodeDef, text_format
from graphlab._src.proto import OpDef as OpDefProto

if TYPE_CHECKING:
    from graphlab._src.graph.graph import Graph

VALID_OP_NAME = re.compile(r"^[A-Za-z0-9.][A-Za-z0-9_.\-/]*\Z")


class InputList(tuple[Tensor, ...]):
    """The inputs of an operation, which can't be changed; some of them are a list."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Tensor: ...

    @overload
    def __getitem__(self, key: "slice[Any, Any, Any]", /) -> list[Tensor]: ...

    def __getitem__(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, key: "SupportsIndex | slice[Any, Any, Any]", /
    ) -> Tensor | list[Tensor]:
        return list(super().__getitem__(key)) if isinstance(key, slice) else super().__getitem__(key)

    def __add__(self, other: Iterable[Any]) -> list[Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        return list(self) + list(other)

    def __radd__(self, other: Iterable[Any]) -> list[Any]:
        return list(other) + list(self)


class Operation(NotPickled):
    """A node of a graph: it computes tensors from tensors when a session runs it.

    Programs make operations with the functions of the op library or Graph.create_op; the constructor has
    TensorFlow's arguments: node_def (a NodeDef), g (the Graph), inputs (Tensors), output_types (DTypes),
    control_inputs (Operations or Tensors).
    """

    _instead = "pickle its name, and take graph.get_operation_by_name(name) of the imported graph"
    __slots__ = (
        "graph",
        "id",
        "type",
        "inputs",
        "outputs",
        "attrs",
        "definition",
        "_name",
        "controls",
        "control_outputs",
        "device_name",
        "frames",
        "original_op",
        "control_flow_context",
        "open_scopes",
        "__weakref__",
        "__dict__",
    )
    graph: "Graph"
    id: int  # operations of a graph are numbered as they are made
    type: str  # the operation type, "MatMul"
    inputs: InputList
    outputs: list[Tensor]
    attrs: dict[str, Any]  # plain Python values, and AttrValues of attributes that graphlab does not know
    controls: list["Operation"]  # its control inputs, as the graph holds them
    control_outputs: list["Operation"]  # the operations that it is a control input of
    device_name: str  # the device that programs chose for it, or ""
    frames: Frames  # the caller's frames that created it
    original_op: "Operation | None"  # the operation that it was made for, as a gradient is
    control_flow_context: Any  # the CondContext or WhileContext that it was made in, or None
    open_scopes: tuple[
        tuple[Any, ...], tuple[TraceableObject, ...]
    ]  # the DeviceScopes and colocations that it was made in
    definition: Any  # the OpDef of its type, or None when graphlab has no such type; most readers know that it has

    def __init__(
        self,
        node_def: Any,
        g: "Graph",
        inputs: list[Tensor] | None = None,
        output_types: Iterable[Any] | None = None,
        control_inputs: Iterable[Any] | None = None,
        input_types: Iterable[Any] | None = None,
        original_op: "Operation | None" = None,
        op_def: Any = None,
    ) -> None:
        if not isinstance(node_def, NodeDef):
            raise TypeError(f"node_def needs to be a NodeDef: {node_def}")
        inputs = [] if inputs is None else inputs
        if not isinstance(inputs, list):
            raise TypeError(f"inputs needs to be a list of Tensors: {inputs}")
        inputs = list(inputs)
        for tensor in inputs:
            if not isinstance(tensor, Tensor):
                raise TypeError(f"input needs to be a Tensor: {tensor}")
        if input_types is None:
            input_types = [tensor.dtype.base_dtype for tensor in inputs]
        elif not all(dtypes.as_dtype(t).is_compatible_with(x.dtype) for t, x in zip(input_types, inputs, strict=True)):
            raise TypeError(
                f"In op '{node_def.name}', input types ({[x.dtype for x in inputs]}) are not compatible with expected "
                f"types ({input_types})"
            )
        check_name(node_def.name)
        controls = [g.as_graph_element(item) for item in control_inputs or []]
        self._initialize(
            g,
            node_def.op,
            node_def.name,
            inputs,
            [item.op if isinstance(item, Tensor) else item for item in controls],
            {key: decode_attr(node_def.op, key, value) for key, value in node_def.attr.items()},
        )
        self.device_name = node_def.device
        self.original_op = original_op
        self.outputs = [Tensor(self, i, dtypes.as_dtype(t)) for i, t in enumerate(output_types or [])]
        if inputs or not self._has_inputs():
            g.append(self)  # otherwise its inputs come by _add_input, and Graph.complete adds it

    def _has_inputs(self) -> bool:
        """Whether an operation of this type, with these attributes, has inputs."""
        if self.definition is None:
            return False
        attrs = {**self.definition.defaults, **self.attrs}
        return any(
            not arg.is_list or ((arg.number_attr or arg.type_attr) in attrs and arg.count(attrs) > 0)
            for arg in self.definition.inputs
        )

    def _initialize(
        self,
        graph: "Graph",
        op_type: str,
        name: str,
        inputs: Sequence[Tensor],
        control_inputs: list["Operation"],
        attrs: dict[str, Any],
    ) -> None:
        self.graph = graph
        self.id = -1
        self.type = op_type
        self._name = name
        self.inputs = InputList(inputs)
        self.controls = control_inputs
        self.control_outputs = []
        self.attrs = attrs
        self.outputs = []
        self.device_name = ""
        self.frames = ((), None)
        self.definition = opdef.lookup(op_type)
        self.original_op = None
        self.control_flow_context = None
        self.open_scopes = ((), ())

    @classmethod
    def detached(
        cls,
        graph: "Graph",
        op_type: str,
        name: str,
        inputs: Sequence[Tensor],
        control_inputs: list["Operation"],
        attrs: dict[str, Any],
    ) -> Self:
        """An operation that is in no graph yet; its outputs are set by the caller."""
        self = cls.__new__(cls)
        self._initialize(graph, op_type, name, inputs, control_inputs, attrs)
        return self

    @property
    def name(self) -> str:
        """The full name, unique in the graph."""
        return self._name

    @property
    def order(self) -> tuple[int, ...]:
        """What sorts operations by age: its number; of a copy of another operation more numbers, which put it after that."""
        return (self.id,)

    @property
    def control_inputs(self) -> list["Operation"]:
        """The operations that must run before it."""
        return list(self.controls)

    @property
    def _input_types(self) -> list[dtypes.DType]:
        """The type of each input; a reference where it has to be a variable."""
        refs = self.definition.ref_indices if self.definition is not None else ()
        return [tensor.dtype if i in refs else tensor.dtype.base_dtype for i, tensor in enumerate(self.inputs)]

    @property
    def _device_assignments(self) -> list[TraceableObject]:
        """The device scopes that it was made in, innermost first: texts, with the line of each scope."""
        return [scope.traceable for scope in reversed(self.open_scopes[0])]

    @property
    def _colocation_dict(self) -> dict[str, TraceableObject]:
        """{name of an operation: the line of the colocate_with} of those that it was made to share a device with."""
        return {item.obj.name: item.copy_metadata() for item in reversed(self.open_scopes[1])}

    @property
    def device(self) -> str:
        """The device that it is placed on by the program, or ""."""
        return self.device_name

    @property
    def source(self) -> Source:
        """Where it was created: a Source, which is false when that is not known."""
        return Source(*self.frames)

    @property
    def traceback(self) -> list[tuple[str, int, str, str]]:
        """(file, line, function, text) of the frames that created it, outermost first."""
        return self.source.traceback

    @property
    def traceback_with_start_lines(self) -> list[tuple[str, int, str, str, int]]:
        """The same, with the line on which each function begins as a fifth item."""
        return self.source.traceback_with_start_lines

    @property
    def node_def(self) -> Any:
        """A NodeDef that describes it; an attribute that is slow to compute is replaced by its description."""
        return self.to_node_def(whole=False)

    def to_node_def(self, whole: bool) -> Any:
        attrs = self.attrs.items()
        if not whole:
            attrs = [(key, value.text if isinstance(value, attributes.Later) else value) for key, value in attrs]
        try:
            return NodeDef(
                name=self._name,
                op=self.type,
                device=self.device_name,
                input=[input_name(tensor) for tensor in self.inputs] + [f"^{op.name}" for op in self.controls],
                attr={key: encode_attr(self.definition, key, value) for key, value in attrs},
            )
        except EncodeError as error:  # so protobuf says that it finds no memory
            raise MemoryError(f"There is not enough memory for the NodeDef of '{self._name}'") from error

    @property
    def op_def(self) -> Any:
        """TensorFlow's OpDef message for its type, as far as graphlab knows it."""
        return op_def_proto(self.type)

    def get_attr(self, name: str) -> Any:
        """The value of an attribute; ValueError when there is none of that name.

        Types come as DType, strings as bytes, shapes as TensorShapeProto, tensors as TensorProto.
        """
        if name not in self.attrs:
            raise ValueError(f"Operation '{self.name}' has no attr named '{name}'.")
        return attributes.public(self.attrs[name], attr_kind(self.definition, name))

    def set_attr(self, name: str, value: Any) -> None:
        self.attrs[name] = decode_attr(self.type, name, value)
        self.graph.note_change(self, f"attribute {name} of '{self._name}' set")

    def set_device(self, device: Any) -> None:
        self.device_name = device if isinstance(device, str) else device.to_string()
        self.graph.note_change(self, f"device of '{self._name}' set to {self.device_name or 'any'}")

    def add_control_input(self, op: "Operation") -> None:
        self.add_control_inputs([op])

    def add_control_inputs(self, ops: Iterable["Operation"]) -> None:
        for op in ops:
            if not isinstance(op, Operation):
                raise TypeError(f"op must be an Operation: {op}")
            if op not in self.controls:
                self.controls.append(op)
                op.control_outputs.append(self)
        self.graph.note_change(self, f"control input added to '{self._name}'")

    def clear_control_inputs(self) -> None:
        for op in self.controls:
            op.control_outputs.remove(self)
        self.controls.clear()
        self.graph.note_change(self, f"control inputs of '{self._name}' removed")

    def update_input(self, index: int, tensor: Tensor) -> None:
        """Replaces one input: how imported loops are closed.

        Raises OutOfRangeError when there is no such input, InvalidArgumentError when the shapes contradict each other.
        """
        if not isinstance(tensor, Tensor):
            raise TypeError(f"tensor must be a Tensor: {tensor}")
        if tensor.graph is not self.graph:
            raise ValueError(f"{tensor!r} must be from the same graph as {self!r}.")
        if index >= len(self.inputs):
            raise errors.OutOfRangeError(
                None,
                None,
                f"Cannot update edge. Input index [{index}] is greater than the number of total inputs "
                f"[{len(self.inputs)}].",
            )
        old = self.inputs[index]
        if not shapes.compatible(tensor.dims, old.dims):
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Cannot update edge, incompatible shapes: {shapes.text(tensor.dims)} and {shapes.text(old.dims)}.",
            )
        old.consumer_list.remove(self)
        self.inputs = InputList((*self.inputs[:index], tensor, *self.inputs[index + 1 :]))
        tensor.consumer_list.append(self)
        self.graph.note_change(self, f"input {index} of '{self._name}' replaced by {tensor.name}")

    def replace_inputs(self, tensors: list[Tensor]) -> None:
        """Replaces all inputs, which may be others in number; the caller sets the attributes that say their types."""
        for tensor in self.inputs:
            tensor.consumer_list.remove(self)
        self.inputs = InputList(tensors)
        for tensor in tensors:
            tensor.consumer_list.append(self)
        self.graph.note_change(self, f"inputs of '{self._name}' replaced")

    def become(self, op_type: str, inputs: list[Tensor], attrs: dict[str, Any]) -> None:
        """Makes it an operation of another type, which has as many outputs, of the same types."""
        self.type, self.definition, self.attrs = op_type, opdef.lookup(op_type), attrs
        self.replace_inputs(inputs)

    def _add_input(self, tensor: Tensor, dtype: Any = None) -> None:
        """Adds an input to an operation that the constructor made without inputs, as programs for TensorFlow 1.0 do."""
        if self.id >= 0:
            raise RuntimeError(f"Cannot add inputs to '{self._name}', which is in the graph with all that it has.")
        self.inputs = InputList((*self.inputs, tensor))

    def _get_control_flow_context(self) -> Any:
        """The branch or loop that it was made in, or None."""
        return self.control_flow_context

    def _set_control_flow_context(self, context: Any) -> None:
        self.control_flow_context = context

    def colocation_groups(self) -> list[bytes]:
        """The groups that it shares a device with, as bytes: [b"loc:@w"]."""
        own = [b"loc:@" + self._name.encode()]
        if "_class" not in self.attrs:
            return own
        return [item for item in self.get_attr("_class") if item.startswith(b"loc:@")] or own

    # Names by which programs that were written for TensorFlow 1 reach into an Operation.
    _add_control_input = add_control_input
    _add_control_inputs = add_control_inputs
    _remove_all_control_inputs = clear_control_inputs
    _update_input = update_input
    _set_attr = set_attr
    _set_device = set_device

    @property
    def _control_flow_context(self) -> Any:
        return self.control_flow_context

    @_control_flow_context.setter
    def _control_flow_context(self, context: Any) -> None:
        self.control_flow_context = context

    @property
    def _control_inputs(self) -> list["Operation"]:
        return self.control_inputs

    @property
    def _control_outputs(self) -> list["Operation"]:
        return self.control_outputs

    @property
    def _original_op(self) -> "Operation | None":
        return self.original_op

    @property
    def _id(self) -> int:
        return self.id

    @property
    def _output_types(self) -> list[Any]:
        return [tensor.dtype.as_datatype_enum for tensor in self.outputs]

    @property
    def _inputs(self) -> InputList:
        return self.inputs

    @property
    def _outputs(self) -> list[Tensor]:
        return self.outputs

    def values(self) -> tuple[Tensor, ...]:
        """The outputs, as a tuple."""
        return tuple(self.outputs)

    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        """Runs it in `session` or the default session; ValueError when there is none."""
        default_session(self, session, "execute operation", "run").run(self, feed_dict)

    def describe(self) -> str:
        """One line that says what it is: "hidden/MatMul: MatMul(x:0 float32[?,3], w:0 float32[1,3])"."""
        return f"{self._name}: {self.type}({', '.join(tensor.describe() for tensor in self.inputs)})"

    def __str__(self) -> str:
        return text_format.MessageToString(self.node_def)

    def __repr__(self) -> str:
        return f"<tf.Operation {self._name!r} type={self.type}>"


def valid_name(name: str) -> str:
    """A text as the name of an operation, with _ in place of what none may have."""
    return re.sub(r"^[^A-Za-z0-9.]+", "", re.sub(r"[^A-Za-z0-9_.\-/]+", "_", name)) or "node"


def check_name(name: str) -> None:
    """Raises ValueError unless `name` may be an operation's name."""
    if not VALID_OP_NAME.match(name):
        raise ValueError(
            errors.explain(
                f"'{name}' is not a valid node name",
                fix=Fix(
                    "use letters, digits, and . _ - / after a letter, digit or dot",
                    Edit("text", name, valid_name(name)),
                ),
            )
        )


def input_name(tensor: Tensor) -> str:
    """How a NodeDef names a tensor: output 0 by its operation alone."""
    return tensor.op.name if tensor.value_index == 0 else f"{tensor.op.name}:{tensor.value_index}"


def attr_kind(definition: OpDef | None, name: str) -> str | None:
    """The kind of an attribute, or None when no OpDef describes it."""
    attr = definition.attrs.get(name) if definition else None
    return attr.kind if attr else None


def encode_attr(definition: OpDef | None, name: str, value: Any) -> Any:
    """An attribute's AttrValue."""
    kind = attr_kind(definition, name)
    return attributes.to_proto(kind, value) if kind else value


def decode_attr(op_type: str, name: str, value: Any) -> Any:
    """An attribute in the form that the graph holds, from an AttrValue or a plain value of a known kind."""
    kind = attr_kind(opdef.lookup(op_type), name)
    if kind:
        return attributes.normalize(kind, value)
    if not isinstance(value, AttrValue):
        raise TypeError(f"The attribute {name!r} of {op_type} is not one that graphlab knows: pass it as an AttrValue")
    message = AttrValue()  # the caller may change the one that was given
    message.CopyFrom(value)
    return message


def op_def_proto(op_type: str) -> Any:
    """The OpDef message of a type; only the name for a type that graphlab does not have."""
    definition = opdef.lookup(op_type)
    message = OpDefProto(name=op_type)
    if definition is None:
        return message
    for args, field in ((definition.inputs, message.input_arg), (definition.outputs, message.output_arg)):
        for arg in args:
            field.add(
                name=arg.name,
                type=arg.dtype.as_datatype_enum if arg.dtype else 0,
                type_attr="" if arg.type_list else arg.type_attr or "",
                number_attr=arg.number_attr or "",
                type_list_attr=arg.type_attr if arg.type_list else "",
                is_ref=arg.is_ref,
            )
    for attr in definition.attrs.values():
        added = message.attr.add(name=attr.name, type=attr.kind)
        if not attr.required and (attr.default is not None or attr.kind == "shape"):
            added.default_value.CopyFrom(attributes.to_proto(attr.kind, attr.default))
        if attr.allowed and attr.kind == "string":
            added.allowed_values.list.s.extend(attr.allowed)
        elif attr.allowed:
            added.allowed_values.list.type.extend(sorted(dtype.as_datatype_enum for dtype in attr.allowed))
    message.is_stateful = definition.stateful
    message.is_commutative = definition.commutative
    return message


def dims_text(op: Operation) -> str:
    """The shapes of an operation's inputs as TensorFlow's messages print them."""
    return ", ".join(shapes.text(tensor.dims) for tensor in op.inputs)
