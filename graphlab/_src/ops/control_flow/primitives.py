"""The operations of branches and loops: Switch, Merge, Enter, Exit, NextIteration, LoopCond.

A loop, with one variable and one tensor from outside:

    start ─▶ Enter ─▶ Merge ─▶ Switch ──▶ Exit ─▶ result
                        ▲        │ ▲
                        │        ▼ └── LoopCond ◀─ … the condition
              NextIteration ◀─ … the body … ◀─ Enter(is_constant) ◀─ outside

All of it is in one frame, which the Enter operations name. None has a kernel: the compiler finds the frames and
branches among the operations and compiles each as one.
"""

from typing import Any

from graphlab._src.base import shapes
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.ops.define import no_gradient, no_outputs, op, same_as_input
from graphlab._src.ops.rules import with_rank


def _one_condition(tensor):
    said = "pass a condition that is a single bool: tf.reduce_all(pred), or tf.reduce_any(pred)"
    return Fix(said, *(Edit("wrap", "pred", f"tf.reduce_{how}({{}})", tensor) for how in ("all", "any")))


def _switched(op):
    with_rank(op.inputs[1].dims, 0, lambda: _one_condition(op.inputs[1]))
    return [op.inputs[0].dims] * 2


def _merged(op):
    """What all inputs agree on; where they differ, nothing is known."""
    first, *rest = [tensor.dims for tensor in op.inputs]
    for dims in rest:
        if first is None or dims is None or len(dims) != len(first):
            return [None, ()]
        first = tuple([a if a == b else None for a, b in zip(first, dims, strict=True)])
    return [first, ()]


def _entered(op):
    return op.inputs[0].dims if op.attrs["is_constant"] else None


# What an operation and its form for references to variables have in common.
_SWITCH: Any = {"infer": _switched, "structural": True, "control_flow": "switch", "forwards": "first"}
_MERGE: Any = {
    "infer": _merged,
    "structural": True,
    "control_flow": "merge",
    "forwards": "one",
    "minimums": {"N": 1},
}
_EXIT: Any = {"infer": same_as_input(0), "structural": True, "control_flow": "exit", "forwards": "first"}
_NEXT: Any = {"infer": same_as_input(0), "structural": True, "control_flow": "next_iteration", "forwards": "first"}


@op(
    "Switch",
    "data: T, pred: bool -> output_false: T, output_true: T",
    **_SWITCH,
)
def _switch():
    """Hands `data` on by one of its outputs, as `pred` says; what follows the other does not run."""


@op(
    "RefSwitch",
    "data: Ref(T), pred: bool -> output_false: Ref(T), output_true: Ref(T)",
    **_SWITCH,
)
def _ref_switch():
    """A Switch for references to variables."""


@op(
    "Merge",
    "inputs: N*T -> output: T, value_index: int32",
    **_MERGE,
)
def _merge():
    """Hands on the one input that comes, and says which it is."""


@op(
    "RefMerge",
    "inputs: N*Ref(T) -> output: Ref(T), value_index: int32",
    **_MERGE,
)
def _ref_merge():
    """A Merge for references to variables."""


@op(
    "RefIdentity",
    "input: Ref(T) -> output: Ref(T)",
    infer=same_as_input(0),
    grad=lambda op, dy: [dy],
    structural=True,
    forwards="first",
    identity="reference",
)
def _ref_identity():
    """The same reference under a name of its own."""


def _selected(op):
    """The shape that all have; nothing when one differs, or is not known whole."""
    first, *rest = [tensor.dims for tensor in op.inputs[1:]]
    return first if shapes.fully_defined(first) and all(dims == first for dims in rest) else None


@op(
    "RefSelect",
    "index: int32, inputs: N*Ref(T) -> output: Ref(T)",
    infer=_selected,
    grad=no_gradient,
    structural=True,
    control_flow="select",
    forwards="one",
    minimums={"N": 1},
)
def _ref_select():
    """The reference at that position."""


@op("Enter", "data: T -> output: T", infer=_entered, structural=True, control_flow="enter", forwards="first")
def _enter(*, frame_name: str, is_constant: bool = False, parallel_iterations: int = 10):
    """Brings a value into the loop of that frame: as a first value, or (is_constant) the same in every iteration."""


@op(
    "RefEnter",
    "data: Ref(T) -> output: Ref(T)",
    infer=same_as_input(0),
    structural=True,
    control_flow="enter",
    forwards="first",
)
def _ref_enter(*, frame_name: str, is_constant: bool = False, parallel_iterations: int = 10):
    """An Enter for references to variables."""


@op("Exit", "data: T -> output: T", **_EXIT)
def _exit():
    """Brings a value out of its loop when that ends."""


@op(
    "RefExit",
    "data: Ref(T) -> output: Ref(T)",
    **_EXIT,
)
def _ref_exit():
    """An Exit for references to variables."""


@op(
    "NextIteration",
    "data: T -> output: T",
    **_NEXT,
)
def _next_iteration():
    """Hands a value to the next iteration of its loop."""


@op(
    "RefNextIteration",
    "data: Ref(T) -> output: Ref(T)",
    **_NEXT,
)
def _ref_next_iteration():
    """A NextIteration for references to variables."""


@op(
    "LoopCond",
    "input: bool -> output: bool",
    infer=lambda op: with_rank(op.inputs[0].dims, 0),
    structural=True,
    control_flow="loop_cond",
    forwards="first",
)
def loop_cond():
    """The condition of a loop: True for another iteration."""


@op("ControlTrigger", "->", infer=no_outputs, structural=True, control_flow="trigger", marker="order")
def control_trigger():
    """Runs when its control inputs are done, also those on a branch that was not taken."""
