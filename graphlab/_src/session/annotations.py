"""Types that the annotations of this package name.

Arrays are NumPy's and JAX's, whose own types are partly unknown to pyright's strict mode: they are Any here, and under this
name everywhere else.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

Array: TypeAlias = Any  # np.ndarray or jax.Array; of a resource the object that it refers to
Values: TypeAlias = Any  # a dict or a Scope: {Tensor or Version: Array}, the values of a run
Element: TypeAlias = Tensor | Operation  # what is fetched, once a structure of fetches is flattened

Part: TypeAlias = Any  # a LoweredSegment, or a Segment that the host interprets
Body: TypeAlias = Any  # regions.Body
Given: TypeAlias = tuple[Sequence[Array], Sequence[Array], Sequence[Array]]  # inputs: (donated, retained, static)

Run: TypeAlias = Callable[[list[Array]], list[Any]]  # the fed arrays → the value of each fetch
Build: TypeAlias = Callable[[Sequence[Any]], Any]  # the values of the elements → the structure that was fetched
