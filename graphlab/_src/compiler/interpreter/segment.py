"""Interpreter: runs a segment operation by operation with NumPy."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from graphlab._src.compiler.control_flow.array_state import ArrayState
from graphlab._src.compiler.control_flow.list_value import TensorList
from graphlab._src.compiler.control_flow.optional_value import Maybe
from graphlab._src.compiler.control_flow.run_state import StackState
from graphlab._src.compiler.effects import Effects, Value, Version
from graphlab._src.compiler.executables import headroom
from graphlab._src.compiler.interpreter.block import Block, what_leaves
from graphlab._src.compiler.interpreter.primitives.table import UnknownPrimitiveError
from graphlab._src.compiler.kernel_calls import Folding
from graphlab._src.graph.references import lives_in_run
from graphlab._src.graph.tensor import Tensor

if TYPE_CHECKING:
    from graphlab._src.compiler.partition import Segment

_OF_ARRAYS = ArrayState, StackState, TensorList, Maybe  # values that consist of arrays
_LARGE = 1 << 20  # bytes; smaller arrays are placed on the device together


class Interpreter:
    """Runs the operations of a segment; UnknownPrimitiveError when NumPy can't do one of them.

    outputs: the values to return.
    """

    def __init__(
        self, segment: "Segment", outputs: Sequence[Value], effects: Effects, feeds: Collection[Tensor]
    ) -> None:
        assert segment.device is not None  # it is one that compiles
        self._device = segment.device.jax
        looks = self._device.platform == "cpu"  # as its compiled code
        self._block = Block(segment.operations, effects, feeds, looks, what_leaves(segment.operations, outputs))
        self._inputs = segment.inputs
        versions = [(i, value.owner) for i, value in enumerate(outputs) if isinstance(value, Version)]
        self._state = [i for i, owner in versions if not lives_in_run(owner)]
        self._block.end([self._block.place_left(value) for value in outputs], self._state)

    def run(self, values: Mapping[Value, Any], folding_of: Callable[[Any], Folding]) -> list[Any]:
        """The values of the outputs.

        values: {Tensor or Version: value}.  folding_of(values): the Folding that knows those that decide shapes.
        """
        headroom.require(headroom.NUMPY, "run with NumPy")
        known: dict[Any, Any] = dict(values)
        given: set[int] = set()
        for value in self._inputs:
            found = known.get(value)
            if found is not None:
                known[value] = found = _in_numpy(found)
                given.add(id(found))

        def hand_over(slots: list[Any], which: list[int]) -> None:
            for slot in which:
                if slots[slot].nbytes > _LARGE:  # before more is computed
                    (slots[slot],) = jax.block_until_ready(self._placed([_own(slots[slot], given)]))

        with np.errstate(all="ignore"):
            results = self._block.run(known, folding_of, hand_over)
        return self._given_out(results, given)

    @property
    def is_straight(self) -> bool:
        """Whether it has no branches and loops, and the shapes of its inputs alone decide how long it lasts."""
        return self._block.is_straight

    def prepared(self, order: Sequence[Value]) -> Callable[[Sequence[Any]], list[Any]]:
        """A function of the values of the inputs that does what `run` does, where that is straight and soon over.

        order: what the values are.
        """
        compute = self._block.prepared(order)

        def run(values: Sequence[Any]) -> list[Any]:
            headroom.require(headroom.NUMPY, "run with NumPy")
            arrays = [value if type(value) is np.ndarray else _in_numpy(value) for value in values]
            with np.errstate(all="ignore"):
                results = compute(arrays)
            return self._given_out(results, {id(array) for array in arrays})

        return run

    def _given_out(self, results: list[Any], given: Collection[int]) -> list[Any]:
        """Arrays that share no memory with others; state is placed where compiled code reads it, also that of this run."""
        if any(value is None for value in results):
            raise UnknownPrimitiveError("a value of a branch that was not taken")

        def placed(array: Any) -> jax.Array:
            return self._placed([np.array(array)])[0]

        def finished(value: Any) -> Any:
            if isinstance(value, _OF_ARRAYS):
                return value.in_jax(placed) if isinstance(value, ArrayState) else jax.tree.map(placed, value)
            return value if isinstance(value, jax.Array) else _own(np.asarray(value), given)

        results = [finished(value) for value in results]
        state = [i for i in self._state if not isinstance(results[i], jax.Array)]
        if not state:
            return results
        for i, value in zip(state, self._placed([results[i] for i in state]), strict=True):
            results[i] = value
        return results

    def _placed(self, arrays: list[Any]) -> list[Any]:
        """Arrays of the device."""
        if not arrays:
            return []
        with jax.enable_x64(True):
            return jax.device_put(arrays, self._device)


def _in_numpy(value: Any) -> Any:
    return value.in_numpy(headroom.in_numpy) if isinstance(value, _OF_ARRAYS) else headroom.in_numpy(value)


def _own(value: np.ndarray, given: Collection[int]) -> np.ndarray:
    """An array that shares no memory with others. given: the id of each that a caller has."""
    return value if value.flags.owndata and value.flags.writeable and id(value) not in given else np.array(value)
