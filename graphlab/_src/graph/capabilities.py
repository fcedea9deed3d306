"""Capabilities: what an operation type declares for the compiler, sessions, datasets and exports, which know few by name.

Each is a keyword of @op, in the declaration of the operation; the default is what most operations are.
"""

import dataclasses
from collections.abc import Callable
from typing import Any, Literal

from graphlab._src.base.dtypes import DType

ControlFlow = Literal["switch", "merge", "enter", "exit", "next_iteration", "loop_cond", "select", "trigger"]
Calls = Literal["if", "case", "while", "function", "gradient"]
Feed = Literal["required", "default"]
Identity = Literal["value", "reference"]
Marker = Literal["order", "close"]
Forwards = Literal["first", "each", "one"]
OfShape = Literal["shape", "shapes", "size", "rank"]
RunState = Literal["push", "pop", "size"]
VariableKind = Literal["reference", "resource", "temporary"]
VariableAccess = Literal["read", "gather", "set", "initialized", "shape"]
Masking = Literal["least", "greatest", "strict", "choice", "reverse"]
Checkpoint = Literal["save", "restore"]
Padding = Literal["elementwise", "sums", "counts"]


@dataclasses.dataclass(kw_only=True)
class Capabilities:
    """What an operation type declares for the layers that do not know it by name."""

    # The part that it has in a branch or loop of TensorFlow 1; "select": RefSelect; "trigger": runs on no value at all.
    control_flow: ControlFlow | None = None
    equality: bool = False  # true where its two inputs are equal, as gradients compare which input a Merge forwarded
    identity: Identity | None = None  # its output is its input
    feed: Feed | None = None  # its value is fed: in each run, or else it is the input
    jax_function: bool = False  # it calls a JAX function, which diagrams can open
    session_handle: bool = False  # its value is the handle of a tensor that stays in the session
    # How it calls functions of the graph's library: "function" is one call, whose name is in the attribute `f`, "gradient" one
    # of the gradient of that function.
    calls: Calls | None = None
    # Which input's reference or handle an output is: the "first" one, "each" its own, or "one" that the run chooses.
    forwards: Forwards | None = None
    # Its value follows from the shape of its input, "shapes": of the input with the number of the output.
    of_shape: OfShape | None = None
    # What it does to a stack; "size": its value is the length of a TensorArray.
    run_state: RunState | None = None
    # What is between a "begin" and its "end" comes after what is between earlier ones in a run.
    serial: Literal["begin", "end"] | None = None
    # It makes a variable: used by reference, behind a resource handle, or gone at the end of the run.
    variable: VariableKind | None = None
    open_scalar: bool = False  # of a variable: the shape [] says that nothing is known, as old graphs have it
    # What it does to a variable: "set" does not read the value before; "initialized" is whether there is one,
    # "shape" the shape alone.
    access: VariableAccess | None = None
    # Its part where sequences are masked by their lengths, which diagrams fold: the least and the greatest length, a strict
    # comparison with the step, the choice between the states of sequences that go on and of those that have ended, the reversal.
    masking: Masking | None = None
    checkpoint: Checkpoint | None = None  # it writes or reads files of a Saver
    # It computes nothing: it orders other operations, or closes what the run would close anyway.
    marker: Marker | None = None
    # TensorFlow's tensor_util.constant_value looks through it.
    static_value: bool = False
    # (op) -> dims of which some may be None, or one size: what is known of the shape, or size, that its value is
    # where the value as a whole is not; NotImplemented: no more than its length.
    partial_value: Callable[[Any], Any] | None = None
    arranges: bool = False  # its output has the elements of its first input, each once
    stacks: bool = False  # its inputs are the elements of its output
    appends: bool = False  # its output is its inputs one after the other, along the axis that the last one says
    # How NumPy runs it as XLA would: "fold" (it moves elements, or adds them up in order), or a function of its inputs and
    # attributes, which returns None for those that the primitives of its kernel have to do.
    interpret: Callable[..., Any] | Literal["fold"] | None = None
    # A NumPy form for the functions of datasets, where there is no `fold`, with which graphs would know more values.
    numpy: Callable[..., Any] | None = None
    # How NumPy runs it on many elements of a dataset at once: element by element, or (step, inputs, flags) -> output.
    vectorize: Callable[..., Any] | Literal["elementwise"] | None = None
    # What it does with the rows that compiler/padding.py adds: the same to each, sums of them, or it
    # reads their number from a shape.
    padding: Padding | None = None
    # XLA may not rewrite it together with what is computed from it: see `_apart` in compiler/kernel_calls.py.
    barrier: bool = True
    lists: bool = False  # it works on lists of tensors and on Optionals, which compiled code has as values
    later_flags: tuple[str, ...] = ()  # attributes of later releases, which it has in graphs that were made by these
    minimums: dict[str, int] = dataclasses.field(
        default_factory=dict[str, int]
    )  # the least value, or length, of attributes
    only_checks: bool = False  # its output is its input, which it checks: tf.graph_util.remove_training_nodes drops it
    # For tf.graph_util.must_run_on_cpu: where variables are pinned; or where a type attribute is one of these.
    changes_pinned: bool = False
    cpu_types: tuple[str, tuple[DType, ...]] | None = None
    on_parameter_server: bool = False  # tf.train.replica_device_setter puts it there
