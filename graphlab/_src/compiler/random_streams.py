"""The state of a random operation: six words of 32 bits, the key and the counter of TensorFlow's Philox generator.

What the operation's seed says is the key, what its second seed says the upper half of the counter. A run draws blocks of
four words from there on; how many it reserves is TensorFlow's count, so that the next run draws what TensorFlow draws.
"""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import math
from collections.abc import Iterable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.graph import Operation
from graphlab._src.graph.opdef import OpDef

WORDS = 6
RESERVED = 256  # blocks for each element of the output, used or not


def first(seed: int, seed2: int) -> np.ndarray:
    """The state of an operation that has not run yet."""
    words = (number >> shift & 0xFFFFFFFF for number in (seed, 0, seed2) for shift in (0, 32))
    return np.asarray(list(words), np.uint32)


def for_each_element(shape: Iterable[int], attrs: Mapping[str, Any] | None = None) -> int:
    """How many blocks most operations reserve for an output of that shape, whatever their attributes."""
    return RESERVED * math.prod(shape)


def reserved(op: Operation, shape: tuple[int, ...]) -> int:
    """How many blocks a run of an operation reserves for its first output of that shape."""
    count: Any = op.definition.random
    return for_each_element(shape) if count is True else count(shape, op.attrs)


def advanced(state: Any, blocks: int) -> jax.Array:
    """The state when that many blocks are reserved."""
    state = jnp.asarray(state)
    low = state[2] + np.uint32(blocks & 0xFFFFFFFF)
    carry = (low < state[2]).astype(np.uint32)
    return state.at[2].set(low).at[3].add(np.uint32(blocks >> 32) + carry)


def set_forward(state: np.ndarray, blocks: int) -> np.ndarray:
    """The same of a NumPy array, without JAX."""
    counter = int(state[2]) + (int(state[3]) << 32) + blocks
    after = state.copy()
    after[2:4] = counter & 0xFFFFFFFF, counter >> 32 & 0xFFFFFFFF
    return after


def random_input(definition: OpDef, state: Any) -> dict[str, Any]:
    """The keyword arguments of a kernel that draws random numbers: {} for any other."""
    if not definition.random:
        return {}
    return {"key": jax_key(state)} if definition.random is True else {"stream": state}


def jax_key(state: Any) -> jax.Array:
    """A key for JAX's generator, for operations whose numbers are not TensorFlow's."""
    state = jnp.asarray(state)
    key = jax.random.wrap_key_data(jnp.stack([state[0], state[4]]), impl="threefry2x32")
    return jax.random.fold_in(jax.random.fold_in(key, state[2]), state[3] ^ state[1] ^ state[5])
