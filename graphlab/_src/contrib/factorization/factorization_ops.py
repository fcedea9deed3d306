"""WALSModel: a sparse matrix as a product of two factors, by weighted alternating least squares (Hu et al., 2008)."""

import collections.abc
import numbers
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.factorization.factor_updates import Side, updated
from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.graph.scopes import colocate_with, control_dependencies
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.diagonal import eye
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.random import random_normal
from graphlab._src.state.assignment import assign
from graphlab._src.state.initialization import variables_initializer
from graphlab._src.state.variable import Variable


def shard_sizes(count, num_shards):
    """How many rows each shard has: the first ones have one more where they can't be equal."""
    size, rest = divmod(count, num_shards)
    return [size + 1] * rest + [size] * (num_shards - rest)


def _factors(rows, columns, num_shards, init: Any, name):
    init = init() if callable(init) else init
    random = isinstance(init, str) and init == "random"
    if isinstance(init, list):
        assert len(init) == num_shards, f"{name}: a list of {len(init)} initial values for {num_shards} shards"
    elif num_shards == 1 and not random:
        init = [init]

    def first(i, size):
        return lambda: random_normal([size, columns]) if random else init[i]

    return _shards(first, rows, num_shards, name)


def _weights(init: Any, count, num_shards, name):
    if init is None:
        return None
    listed, number = isinstance(init, collections.abc.Iterable), isinstance(init, numbers.Real)
    if listed:
        init = [init] if num_shards == 1 and len(init) == count else init
        assert len(init) == num_shards, f"{name}: lists of weights for {len(init)} shards, there are {num_shards}"
    elif not number or init < 0:
        raise ValueError(
            "Invalid weight initialization argument. Must be one of these: None, a real non-negative real number, or a "
            "list of lists of non-negative real numbers (or equivalent iterables) corresponding to sharded factors."
        )

    def first(i, size):
        return lambda: init[i] if listed else init * ones([size])

    return _shards(first, count, num_shards, name)


def _shards(first, count, num_shards, name):
    sizes = enumerate(shard_sizes(count, num_shards))
    return [Variable(first(i, size), dtype=dtypes.float32, name=f"{name}_shard_{i}") for i, size in sizes]


def _cache_variable(name):
    local = [GraphKeys.LOCAL_VARIABLES]
    return Variable(1.0, trainable=False, collections=local, validate_shape=False, name=name)


def _cached(variable: Any, name: str, cached: bool) -> tuple[Any, Any, Any]:
    """(copy, what fills it, what empties it) of a variable or a list of them; themselves where they are not cached."""
    if variable is None:
        return None, None, None
    if not cached:
        return variable, no_op(), no_op()
    if not isinstance(variable, list):
        copy = _cache_variable(name)
        with colocate_with(copy):
            return copy, assign(copy, variable, validate_shape=False), assign(copy, 1.0, validate_shape=False)
    copies = [_cache_variable(f"{name}_shard_{i}") for i in range(len(variable))]
    fill, empty = None, []
    for copy, shard in zip(copies, variable, strict=True):  # one after the other, which requires less memory
        with colocate_with(copy):
            with control_dependencies([] if fill is None else [fill]):
                fill = assign(copy, shard, validate_shape=False)
            empty.append(assign(copy, 1.0, validate_shape=False))
    return copies, fill, group(*empty)


class WALSModel:
    """Factors U [input_rows, n_components] and V [input_cols, n_components] of a sparse matrix A, A ≈ U Vᵀ.

    They minimize Σ w_ij (a_ij - u_i · v_j)² + regularization (|U|² + |V|²), where w_ij is unobserved_weight, and
    row_weights[i] · col_weights[j] more for the entries of A.

    row_init, col_init: "random", or initial factors, or a function that returns them; a list for several shards.
    num_row_shards, num_col_shards: into how many variables the factors are split.
    row_weights, col_weights: a number for all, a list of numbers, a list of such for each shard, or both None.
    use_factors_weights_cache, use_gramian_cache: whether a worker copies what a sweep reads.
    use_scoped_vars: whether the variables are in name scopes.
    ValueError for weights of another form.

    A sweep over rows runs row_update_prep_gramian_op, initialize_row_update_op, and the update_op of
    update_row_factors() for all rows; then columns follow in the same way. worker_init comes before the first sweep.
    """

    def __init__(
        self,
        input_rows,
        input_cols,
        n_components,
        unobserved_weight=0.1,
        regularization=None,
        row_init: Any = "random",
        col_init: Any = "random",
        num_row_shards=1,
        num_col_shards=1,
        row_weights: Any = 1,
        col_weights: Any = 1,
        use_factors_weights_cache=True,
        use_gramian_cache=True,
        use_scoped_vars=False,
    ):
        self._input_rows, self._input_cols, self._n_components = input_rows, input_cols, n_components
        self._unobserved_weight, self._regularization = unobserved_weight, regularization
        self._regularization_matrix = None if regularization is None else regularization * eye(n_components)
        assert (row_weights is None) == (col_weights is None), "row_weights and col_weights: both None, or neither"

        def scoped(make, *args):
            if not use_scoped_vars:
                return make(*args)
            with name_scope(args[-1]):
                return make(*args)

        self._row_weights = scoped(_weights, row_weights, input_rows, num_row_shards, "row_weights")
        self._col_weights = scoped(_weights, col_weights, input_cols, num_col_shards, "col_weights")
        self._row_factors = scoped(_factors, input_rows, n_components, num_row_shards, row_init, "row_factors")
        self._col_factors = scoped(_factors, input_cols, n_components, num_col_shards, col_init, "col_factors")
        self._row_gramian, self._col_gramian = self._gramian("row_gramian"), self._gramian("col_gramian")
        with name_scope("row_prepare_gramian"):
            self._row_update_prep_gramian = self._prepare_gramian(self._col_factors, self._col_gramian)
        with name_scope("col_prepare_gramian"):
            self._col_update_prep_gramian = self._prepare_gramian(self._row_factors, self._row_gramian)
        with name_scope("transient_vars"):
            self._create_caches(use_factors_weights_cache, use_gramian_cache)

    def _gramian(self, name):
        return Variable(zeros([self._n_components, self._n_components]), dtype=dtypes.float32, name=name)

    @staticmethod
    def _prepare_gramian(factors, gramian):
        parts = []
        for shard in factors:
            with colocate_with(shard):
                parts.append(matmul(shard, shard, transpose_a=True))
        with colocate_with(gramian):
            return assign(gramian, add_n(parts)).op

    def _create_caches(self, factors_weights, gramians):
        row_factors, fill_rows, empty_rows = _cached(self._row_factors, "row_factors_cache", factors_weights)
        col_factors, fill_cols, empty_cols = _cached(self._col_factors, "col_factors_cache", factors_weights)
        row_weights, fill_row_weights, _ = _cached(self._row_weights, "row_wt_cache", factors_weights)
        col_weights, fill_col_weights, _ = _cached(self._col_weights, "col_wt_cache", factors_weights)
        row_gramian, fill_row_gramian, empty_row_gramian = _cached(self._row_gramian, "row_gramian_cache", gramians)
        col_gramian, fill_col_gramian, empty_col_gramian = _cached(self._col_gramian, "col_gramian_cache", gramians)
        self._row_updates_init = group(fill_cols, empty_rows, fill_col_gramian, empty_row_gramian)
        self._col_updates_init = group(fill_rows, empty_cols, fill_row_gramian, empty_col_gramian)
        if row_weights is None:
            self._worker_init = no_op(name="worker_init")
        else:
            self._worker_init = group(fill_row_weights, fill_col_weights, name="worker_init")
        self._rows = Side(self._input_rows, self._row_factors, row_factors, row_weights, row_gramian)
        self._cols = Side(self._input_cols, self._col_factors, col_factors, col_weights, col_gramian)

    @property
    def row_factors(self):
        """The variables of the row factors, a shard each."""
        return self._row_factors

    @property
    def col_factors(self):
        """The variables of the column factors, a shard each."""
        return self._col_factors

    @property
    def row_weights(self):
        """The variables of the row weights, a shard each; None where there are none."""
        return self._row_weights

    @property
    def col_weights(self):
        """The variables of the column weights, a shard each; None where there are none."""
        return self._col_weights

    @property
    def initialize_op(self):
        """What initializes all variables of the model but the caches."""
        weights = [] if self._row_weights is None else [*self._row_weights, *(self._col_weights or [])]
        gramians = [self._row_gramian, self._col_gramian]
        return variables_initializer([*self._row_factors, *self._col_factors, *gramians, *weights])

    @property
    def worker_init(self):
        """What copies the weights into their cache; again after they have changed."""
        return self._worker_init

    @property
    def row_update_prep_gramian_op(self):
        """What computes VᵀV, before initialize_row_update_op."""
        return self._row_update_prep_gramian

    @property
    def col_update_prep_gramian_op(self):
        """What computes UᵀU, before initialize_col_update_op."""
        return self._col_update_prep_gramian

    @property
    def initialize_row_update_op(self):
        """What copies into caches what updates of rows read."""
        return self._row_updates_init

    @property
    def initialize_col_update_op(self):
        """What copies into caches what updates of columns read."""
        return self._col_updates_init

    def update_row_factors(self, sp_input=None, transpose_input=False):
        """(new factors, update_op, loss without regularization, regularization, sum of the weights) for some rows of A.

        sp_input: a SparseTensor with these rows, numbered as in A, in any order.  transpose_input: it is transposed.
        The losses and the sum are scaled up to all rows.
        """
        return self._updated(True, sp_input, transpose_input)

    def update_col_factors(self, sp_input=None, transpose_input=False):
        """As update_row_factors, for columns of A."""
        return self._updated(False, sp_input, transpose_input)

    def project_row_factors(self, sp_input=None, transpose_input=False, projection_weights=None):
        """The factors of new rows, [rows, n_components]: as an update would set them.

        projection_weights: the weights of the rows, one for all or one each; 1 when left out.
        """
        return self._updated(True, sp_input, transpose_input, 1 if projection_weights is None else projection_weights)[
            0
        ]

    def project_col_factors(self, sp_input=None, transpose_input=False, projection_weights=None):
        """As project_row_factors, for new columns."""
        return self._updated(False, sp_input, transpose_input, 1 if projection_weights is None else projection_weights)[
            0
        ]

    def _updated(self, of_rows, sp_input, transpose_input, weights=None):
        left, right = (self._rows, self._cols) if of_rows else (self._cols, self._rows)
        return updated(
            left,
            right,
            sp_input,
            transpose_input if of_rows else not transpose_input,
            weights,
            self._unobserved_weight,
            self._regularization,
            self._regularization_matrix,
            "row_update" if of_rows else "col_update",
        )
