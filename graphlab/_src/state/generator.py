"""Generator: random numbers whose state is a variable of the program, which draws advance."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import add, multiply
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.shape import reshape
from graphlab._src.state import generator_ops
from graphlab._src.state.generator_ops import PHILOX, THREEFRY
from graphlab._src.state.variable import Variable

_SIZES = {PHILOX: 3, THREEFRY: 2}  # algorithm -> whole numbers in its state
_MASK = 2**64 - 1
_current: list[Any] = [None]


def _size(algorithm):
    try:
        return _SIZES[algorithm]
    except (KeyError, TypeError):
        raise ValueError(f"Unsupported algorithm id: {algorithm}") from None


def create_rng_state(seed, algorithm):
    """The state that a seed makes: a vector of int64. seed: a whole number of any size, or a vector.  algorithm: 1 or 2."""
    return make_1d_state(_size(algorithm), seed)


def make_1d_state(state_size, seed):
    """The seed as a vector of int64, cut or padded in front to that size."""
    if isinstance(seed, int):
        seed = [seed >> 64 * i & _MASK for i in range(state_size)]
    numbers = np.asarray([_signed(number) for number in seed], np.int64)
    if numbers.ndim != 1:
        raise ValueError(f"seed should only have one dimension; got shape: {numbers.shape}")
    # Short seeds are the key's end, not the counter's: else generators with small seeds would draw the same numbers.
    return np.pad(numbers[:state_size], [(max(0, state_size - len(numbers)), 0)])


def _signed(number):
    return number - 2**64 if isinstance(number, int) and number > 2**63 - 1 else number


def _as_state(value):
    if isinstance(value, list):
        value = [_signed(number) for number in value]
    return convert_to_tensor(value, dtypes.int64)


def _shape_tensor(shape):
    empty = isinstance(shape, (tuple, list)) and not shape
    return convert_to_tensor(shape, dtypes.int64 if empty else None, name="shape")


class Generator:
    """A source of random numbers. Its state is a variable, which every draw advances.

    copy_from: another Generator.  state: a vector of int64, and alg: 1, which is Philox; one of the two ways.

        generator = tf.random.experimental.Generator.from_seed(1234)
        numbers = generator.normal([3])
        session.run(generator.state.initializer)
    """

    def __init__(self, copy_from=None, state=None, alg=None):
        if copy_from is not None:
            assert (alg or state) is None
            alg, state = copy_from.algorithm, copy_from.state
        else:
            assert alg is not None and state is not None
            state = _as_state(state)
            state.shape.assert_is_compatible_with([_size(alg)])
        self._state_var = Variable(state, dtype=dtypes.int64, trainable=False, use_resource=True)
        self._alg_var = alg

    @classmethod
    def from_state(cls, state, alg):
        """The one with a state, a vector of int64. alg: its algorithm."""
        return cls(alg=alg, state=state)

    @classmethod
    def from_seed(cls, seed, alg=None):
        """The one that a seed makes, a whole number or a vector of some. alg: its algorithm, Philox when left out."""
        alg = PHILOX if alg is None else alg
        return cls(state=create_rng_state(seed, alg), alg=alg)

    @classmethod
    def from_non_deterministic_state(cls, alg=None):
        """One whose state the initializer of its variable draws from the machine's source of entropy."""
        alg = PHILOX if alg is None else alg
        return cls(state=generator_ops.non_deterministic_ints([_size(alg)], dtype=dtypes.int64), alg=alg)

    @classmethod
    def from_key_counter(cls, key, counter, alg):
        """The one of a key, a whole number, that has come to a counter, a vector."""
        return cls(state=_of_key(key, counter, alg), alg=alg)

    def reset(self, state):
        """Adds the operation that sets the state, which comes last in the graph."""
        state = _as_state(state)
        state.shape.assert_is_compatible_with([_size(self.algorithm)])
        self._state_var.assign(state)

    def reset_from_seed(self, seed):
        """Adds the operation that sets the state to that of a seed, which comes last in the graph."""
        self._state_var.assign(create_rng_state(seed, self.algorithm))

    def reset_from_key_counter(self, key, counter):
        """Adds the operation that sets the state to a key and a counter, which comes last in the graph."""
        self._state_var.assign(_of_key(key, counter, self.algorithm))

    @property
    def state(self):
        """The variable."""
        return self._state_var

    @property
    def algorithm(self):
        """The number of its algorithm."""
        return self._alg_var

    @property
    def key(self):
        """The part of the state that draws do not change."""
        _size(self.algorithm)
        return self._state_var[-1]

    def skip(self, delta):
        """Adds the operation that advances the state as drawing so many numbers does."""
        generator_ops.rng_skip(self.state.handle, self.algorithm, delta)

    def normal(self, shape, mean=0.0, stddev=1.0, dtype=dtypes.float32, name=None):
        """Numbers from a normal distribution."""
        with name_scope(name, "stateful_normal", [shape, mean, stddev]) as scope:
            shape = _shape_tensor(shape)
            mean = convert_to_tensor(mean, dtype, name="mean")
            stddev = convert_to_tensor(stddev, dtype, name="stddev")
            drawn = generator_ops.standard_normal(self.state.handle, self.algorithm, shape, dtype=dtype)
            return add(multiply(drawn, stddev), mean, name=scope)

    def truncated_normal(self, shape, mean=0.0, stddev=1.0, dtype=dtypes.float32, name=None):
        """Numbers from a normal distribution, none further than two deviations from the mean."""
        with name_scope(name, "truncated_normal", [shape, mean, stddev]) as scope:
            shape = _shape_tensor(shape)
            mean = convert_to_tensor(mean, dtype, name="mean")
            stddev = convert_to_tensor(stddev, dtype, name="stddev")
            drawn = generator_ops.truncated_normal(self.state.handle, self.algorithm, shape, dtype=dtype)
            return add(multiply(drawn, stddev), mean, name=scope)

    def uniform(self, shape, minval=0, maxval=None, dtype=dtypes.float32, name=None):
        """Numbers that are equally likely from minval, which is among them, to maxval, which is not.

        maxval: 1 when left out; integer types need it.
        """
        dtype = dtypes.as_dtype(dtype)
        if maxval is None:
            if dtype.is_integer:
                raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
            maxval = 1
        with name_scope(name, "stateful_uniform", [shape, minval, maxval]) as scope:
            shape = _shape_tensor(shape)
            low = convert_to_tensor(minval, dtype, name="min")
            high = convert_to_tensor(maxval, dtype, name="max")
            if dtype.is_integer:
                return generator_ops.uniform_int(self.state.handle, self.algorithm, shape, low, high, name=scope)
            drawn = generator_ops.uniform(self.state.handle, self.algorithm, shape, dtype=dtype)
            return add(multiply(drawn, high - low), low, name=scope)

    def uniform_full_int(self, shape, dtype=dtypes.uint64, name=None):
        """Whole numbers of which all that the type has are equally likely."""
        with name_scope(name, "stateful_uniform_full_int", [shape]) as scope:
            shape = _shape_tensor(shape)
            return generator_ops.uniform_full_int(self.state.handle, self.algorithm, shape, dtype=dtype, name=scope)

    def binomial(self, shape, counts, probs, dtype=dtypes.int32, name=None):
        """Numbers of successes in `counts` trials with these probabilities, one of each for a row of the output or for all.

        counts, probs: numbers or vectors of one floating point type. As in TensorFlow 1.15 this does not advance the state.
        """
        with name_scope(name, "binomial", [shape, counts, probs]) as scope:
            counts = convert_to_tensor(counts, name="counts")
            probs = convert_to_tensor(probs, name="probs")
            shape = _shape_tensor(shape)
            handle, kind = self.state.handle, dtypes.as_dtype(dtype)
            return generator_ops.binomial(handle, self.algorithm, shape, counts, probs, dtype=kind, name=scope)

    def make_seeds(self, count=1):
        """[2, count] seeds of int64 for tf.random.stateless_uniform and its kin, a column each."""
        _size(self.algorithm)
        keys = self.uniform_full_int([count], dtypes.int64)
        return stack([keys, zeros_like(keys)])

    def split(self, count=1):
        """So many new Generators, independent of each other; the initializers of their variables advance this one."""
        size = _size(self.algorithm)
        keys = self.uniform_full_int([count], dtypes.int64)
        return [
            Generator(state=_of_key(keys[i], [0] * (size - 1), self.algorithm), alg=self.algorithm)
            for i in range(count)
        ]


def _of_key(key, counter, algorithm) -> Tensor:
    counter, key = _as_state(counter), _as_state(key)
    counter.shape.assert_is_compatible_with([_size(algorithm) - 1])
    key.shape.assert_is_compatible_with([])
    return concat([counter, reshape(key, [1])], 0)


def get_global_generator():
    """The program's Generator: the one that was set, or one that the first call makes."""
    if _current[0] is None:
        _current[0] = Generator.from_non_deterministic_state()
    return _current[0]


def set_global_generator(generator):
    """Sets the Generator that get_global_generator() returns."""
    _current[0] = generator
