"""Structure: what is known of a linear operator before any of its numbers: dtype, name, hints and sizes."""

import abc
import contextlib
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import Dimension, TensorShape, dimension_value
from graphlab._src.graph import convert_to_tensor, is_tensor, name_scope, nest
from graphlab._src.ops.linear_operators.references import is_ref, shape_tensor
from graphlab._src.ops.shape import size
from graphlab._src.state.variable import Variable


class Structure(metaclass=abc.ABCMeta):
    """The dtype, name, hints and sizes of a batch of matrices [*batch_shape, range_dimension, domain_dimension].

    A class of operators has `_shape` and `_shape_tensor`, from which all sizes follow.
    dtype: of the matrices' entries.  graph_parents: the tensors and variables that they are made of.
    is_non_singular, is_self_adjoint, is_positive_definite, is_square: what the user promises, None where nothing is.
    ValueError where hints contradict each other.
    """

    def __init__(
        self,
        dtype,
        graph_parents=None,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=None,
        name=None,
    ):
        if is_positive_definite:
            if is_non_singular is False:
                raise ValueError("A positive definite matrix is always non-singular.")
            is_non_singular = True
        for holds, what in ((is_non_singular, "non-singular"), (is_self_adjoint, "self-adjoint")):
            if holds:
                if is_square is False:
                    raise ValueError(f"A {what} matrix is always square.")
                is_square = True
        graph_parents = [] if graph_parents is None else graph_parents
        for i, parent in enumerate(graph_parents):
            if parent is None or not (is_ref(parent) or is_tensor(parent)):
                raise ValueError(f"Graph parent item {i} is not a Tensor; {parent}.")
        self._is_square_set_or_implied_by_hints = is_square
        self._dtype = dtypes.as_dtype(dtype).base_dtype if dtype else dtype
        self._graph_parents = graph_parents
        self._is_non_singular = is_non_singular
        self._is_self_adjoint = is_self_adjoint
        self._is_positive_definite = is_positive_definite
        self._name = name or type(self).__name__

    @abc.abstractmethod
    def _shape(self) -> TensorShape:
        raise NotImplementedError("_shape is not implemented.")

    @abc.abstractmethod
    def _shape_tensor(self) -> Any:
        raise NotImplementedError("_shape_tensor is not implemented.")

    @contextlib.contextmanager
    def _name_scope(self, name=None):
        with name_scope(self.name if name is None else f"{self.name}/{name}") as scope:
            yield scope

    @property
    def dtype(self) -> Any:
        """The DType of the matrices' entries."""
        return self._dtype

    @property
    def name(self):
        """The name that begins those of its operations."""
        return self._name

    @property
    def graph_parents(self):
        """The tensors and variables that it is made of."""
        return self._graph_parents

    @property
    def is_non_singular(self):
        """Whether there is an inverse: True, False, or None where that is not known."""
        return self._is_non_singular

    @property
    def is_self_adjoint(self):
        """Whether it is equal to its adjoint: True, False, or None where that is not known."""
        return self._is_self_adjoint

    @property
    def is_positive_definite(self):
        """Whether x^H A x has a positive real part for all x but 0: True, False, or None where that is not known."""
        return self._is_positive_definite

    @property
    def is_square(self):
        """Whether it has as many rows as columns: True, False, or None where that is not known."""
        equal = self.domain_dimension == self.range_dimension
        if self._is_square_set_or_implied_by_hints is None:
            return equal
        if self._is_square_set_or_implied_by_hints is False and equal:
            raise ValueError("User set is_square hint to False, but the operator was square.")
        return self._is_square_set_or_implied_by_hints

    def _can_use_cholesky(self):
        return self.is_self_adjoint and self.is_positive_definite

    @property
    def shape(self):
        """The TensorShape of the matrices, as far as it is known: [*batch_shape, rows, columns]."""
        return self._shape()

    def shape_tensor(self, name="shape_tensor"):
        """The shape as an integer tensor, a constant where it is known."""
        with self._name_scope(name):
            if self.shape.is_fully_defined():
                return shape_tensor(self.shape.as_list())
            return self._shape_tensor()

    @property
    def batch_shape(self):
        """The TensorShape of the leading axes, as far as it is known."""
        return self.shape[:-2]

    def batch_shape_tensor(self, name="batch_shape_tensor"):
        """The shape of the leading axes as an integer tensor."""
        with self._name_scope(name):
            if self.batch_shape.is_fully_defined():
                return shape_tensor(self.batch_shape.as_list(), name="batch_shape")
            return self.shape_tensor()[:-2]

    @property
    def tensor_rank(self):
        """How many axes the matrices have, with those of the batch; None where that is not known."""
        with self._name_scope("tensor_rank"):
            return self.shape.ndims

    def tensor_rank_tensor(self, name="tensor_rank_tensor"):
        """The number of axes as an integer tensor."""
        with self._name_scope(name):
            if self.tensor_rank is not None:
                return convert_to_tensor(self.tensor_rank)
            return size(self.shape_tensor())

    @property
    def domain_dimension(self):
        """The Dimension of the vectors that it multiplies: the number of columns."""
        return Dimension(None) if self.shape.rank is None else self.shape[-1]

    def domain_dimension_tensor(self, name="domain_dimension_tensor"):
        """The number of columns as an integer tensor."""
        return self._dimension_tensor(name, self.domain_dimension, -1)

    @property
    def range_dimension(self):
        """The Dimension of the products: the number of rows."""
        return self.shape[-2] if self.shape.dims else Dimension(None)

    def range_dimension_tensor(self, name="range_dimension_tensor"):
        """The number of rows as an integer tensor."""
        return self._dimension_tensor(name, self.range_dimension, -2)

    def _dimension_tensor(self, name, dimension, axis):
        with self._name_scope(name):
            known = dimension_value(dimension)
            return self.shape_tensor()[axis] if known is None else convert_to_tensor(known)

    def _batch_sizes(self):
        """The sizes of the leading axes: a list where they are known, else a tensor."""
        return self.batch_shape.as_list() if self.batch_shape.is_fully_defined() else self.batch_shape_tensor()

    def _columns(self):
        """The number of columns: an int where it is known, else a tensor."""
        known = dimension_value(self.domain_dimension)
        return self.domain_dimension_tensor() if known is None else known

    def _rows(self):
        """The number of rows: an int where it is known, else a tensor."""
        known = dimension_value(self.range_dimension)
        return self.range_dimension_tensor() if known is None else known

    @property
    def submodules(self):
        """The operators that it is made of, and theirs, each once."""
        found = []
        for one in _members(self):
            if isinstance(one, Structure):
                found += [new for new in (one, *one.submodules) if not any(new is known for known in found)]
        return tuple(found)

    @property
    def variables(self):
        """The variables that it is made of, each once, its own before those of other operators."""
        found = []
        for owner in (self, *self.submodules):
            for one in _members(owner):
                if isinstance(one, Variable) and not any(one is known for known in found):
                    found.append(one)
        return tuple(found)

    @property
    def trainable_variables(self):
        """Those of the variables that optimizers change."""
        return tuple(one for one in self.variables if one.trainable)


def _members(owner):
    return [one for name in sorted(vars(owner)) for one in nest.flatten(vars(owner)[name])]
