"""tensorflow.python.ops.gradient_checker_v2: Jacobians of a function, from its gradient and by finite differences."""

import numpy as np

from graphlab._src.graph import Tensor, convert_to_tensor
from graphlab._src.graph.tensor import IndexedSlicesValue
from graphlab._src.session.session import get_default_session
from graphlab._src.testing import jacobian


def compute_gradient(f, x, delta=1e-3):
    """([Jacobian by each argument from tf.gradients], [by finite differences]), in the default session.

    f: makes a tensor of tensors.  x: the list of its arguments, tensors or arrays.  delta: the nudge.
    """
    if not isinstance(x, list):
        raise ValueError(f"`x` must be a list of Tensors (arguments to `f`), not a {type(x)}")
    session = get_default_session()
    if session is None:
        raise ValueError("compute_gradient needs a default session: call it inside `with self.cached_session():`")
    arguments = [convert_to_tensor(value) for value in x]
    result = f(*arguments)
    values = session.run([*arguments, result])
    pairs = [
        jacobian.compute_gradient(
            argument, value.shape, result, np.shape(values[-1]), x_init_value=np.array(value), delta=delta
        )
        for argument, value in zip(arguments, values, strict=False)
    ]
    return [theory for theory, _ in pairs], [numeric for _, numeric in pairs]


def _to_numpy(a):
    """The value of a tensor in the default session; of the value of IndexedSlices the array that they are rows of."""
    if isinstance(a, Tensor):
        session = get_default_session()
        assert session is not None
        return session.run(a)
    if isinstance(a, IndexedSlicesValue):
        array = np.zeros(a.dense_shape, a.values.dtype)
        np.add.at(array, a.indices, a.values)
        return array
    return a


def max_error(grad1, grad2):
    """The largest difference between Jacobians and those beside them; 0 where they are empty."""
    return jacobian.largest_error(list(zip(grad1, grad2, strict=True)))
