"""Initial values: zeros without a copy of them, and convolutions that keep the norm of their input."""

from graphlab._src.base import dtypes
from graphlab._src.graph import get_default_graph
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.decompositions import qr
from graphlab._src.ops.diagonal import diag_part, eye
from graphlab._src.ops.gather import scatter_nd
from graphlab._src.ops.logical import logical_not
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.padding import pad
from graphlab._src.ops.random import random_normal
from graphlab._src.ops.rounding import sign
from graphlab._src.ops.shape import expand_dims, reshape
from graphlab._src.ops.transpose import matrix_transpose
from graphlab._src.state.initialization import is_variable_initialized
from graphlab._src.state.initializers import Initializer


def zero_initializer(ref, use_locking=True, name="zero_initializer"):
    """Sets a variable that has no value yet to zeros, and returns it; InvalidArgumentError of the run when it has one."""
    fresh = assert_(logical_not(is_variable_initialized(ref)), ["input is already initialized"])
    with get_default_graph().control_dependencies([fresh]):
        return ref.assign(zeros(ref.shape, ref.dtype.base_dtype), use_locking=use_locking, name=name)


class ConvolutionDeltaOrthogonal(Initializer):
    """A kernel that is an orthogonal matrix at its center and 0 elsewhere (Xiao et al., 2018).

    gain: factor to the kernel.  seed: see set_random_seed.  dtype: of the result, when the call names none.
    Raises ValueError for a kernel of less than 3 or more than 5 axes, and for more inputs than outputs.
    """

    def __init__(self, gain=1.0, seed=None, dtype=dtypes.float32):
        self.gain = gain
        self.seed = seed
        self.dtype = dtypes.as_dtype(dtype)
        if not self.dtype.is_floating:
            raise ValueError(f"Expected floating point type, got {self.dtype}.")

    def __call__(self, shape, dtype=None, partition_info=None):
        sizes = [int(size) for size in shape]
        kind = self.dtype if dtype is None else dtype
        if not 3 <= len(sizes) <= 5:
            raise ValueError("The tensor to initialize must be at least three-dimensional and at most five-dimensional")
        inputs, outputs = sizes[-2:]
        if inputs > outputs:
            raise ValueError("In_filters cannot be greater than out_filters.")
        q, r = qr(random_normal([outputs, outputs], dtype=kind, seed=self.seed), full_matrices=False)
        q = (q * sign(diag_part(r)))[:inputs] * cast(self.gain, kind)
        center = [(size - 1) // 2 for size in sizes[:-2]]
        return scatter_nd([center], expand_dims(q, 0), sizes)

    def get_config(self):
        """Its arguments, as a dict."""
        return {"gain": self.gain, "seed": self.seed, "dtype": self.dtype.name}


class ConvolutionOrthogonal(ConvolutionDeltaOrthogonal):
    """A kernel, of one size along each of its axes, whose convolution keeps the norm of its input (Xiao et al., 2018, appendix B)."""

    _axes = 0
    _rank = ""

    def __call__(self, shape, dtype=None, partition_info=None):
        sizes = [int(size) for size in shape]
        kind = self.dtype if dtype is None else dtypes.as_dtype(dtype)
        if len(sizes) != self._axes + 2:
            raise ValueError(f"The tensor to initialize must be {self._rank}-dimensional")
        inputs, outputs = sizes[-2:]
        if inputs > outputs:
            raise ValueError("In_filters cannot be greater than out_filters.")
        if len(set(sizes[:-2])) > 1:
            raise ValueError("Kernel sizes must be equal.")
        kernel = reshape(self._matrix(outputs, kind)[:inputs], [1] * self._axes + [inputs, outputs])
        for _ in range(sizes[0] - 1):
            for axis in range(self._axes):
                kernel = self._longer(kernel, axis, outputs, kind)
        return kernel * cast(self.gain, kind)

    def _longer(self, kernel, axis, outputs, kind):
        """The kernel multiplied by P + (1 - P) · (a shift along the axis) for a random projection P."""
        rows = self._matrix(outputs, kind)
        rows = rows * cast(greater(random_normal([outputs], seed=self._next_seed()), 0.0), kind)
        projection = matmul(rows, matrix_transpose(rows))
        flat = reshape(kernel, [-1, outputs])
        here, shifted = (
            reshape(matmul(flat, part), kernel.shape) for part in (projection, eye(outputs, dtype=kind) - projection)
        )
        before, after = (
            [[int(one == axis) * way, int(one == axis) * (1 - way)] for one in range(len(kernel.shape))]
            for way in (0, 1)
        )
        return pad(here, before) + pad(shifted, after)

    def _matrix(self, count, kind):
        q, r = qr(random_normal([count, count], dtype=kind, seed=self._next_seed()))
        return q * sign(diag_part(r))

    def _next_seed(self):
        """The seed, a new one for each draw."""
        seed = self.seed
        if self.seed:
            self.seed += 1
        return seed


class ConvolutionOrthogonal1D(ConvolutionOrthogonal):
    """An orthogonal kernel [width, inputs, outputs]; the arguments are ConvolutionDeltaOrthogonal's."""

    _axes, _rank = 1, "three"


class ConvolutionOrthogonal2D(ConvolutionOrthogonal):
    """An orthogonal kernel [height, width, inputs, outputs], height and width equal."""

    _axes, _rank = 2, "four"


class ConvolutionOrthogonal3D(ConvolutionOrthogonal):
    """An orthogonal kernel [depth, height, width, inputs, outputs], the first three equal."""

    _axes, _rank = 3, "five"


convolutional_delta_orthogonal = ConvolutionDeltaOrthogonal
convolutional_orthogonal_1d = ConvolutionOrthogonal1D
convolutional_orthogonal_2d = ConvolutionOrthogonal2D
convolutional_orthogonal_3d = ConvolutionOrthogonal3D
