"""LinearOperatorCirculant, -2D and -3D: circular convolutions, which are diagonal after a Fourier transform."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_less, assert_positive
from graphlab._src.ops.complex import complex as complex_of
from graphlab._src.ops.complex import conj, imag, real
from graphlab._src.ops.constants import ones, zeros_like
from graphlab._src.ops.linear_operators.assertions import assert_no_entries_with_modulus_zero, assert_zero_imag_part
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.batches import joined, sizes_of
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_prod, reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.signal.fft_ops import fft, fft2d, fft3d, ifft, ifft2d, ifft3d
from graphlab._src.ops.transpose import adjoint as adjoint_of
from graphlab._src.ops.transpose import matrix_transpose

TRANSFORMS = {1: (fft, ifft), 2: (fft2d, ifft2d), 3: (fft3d, ifft3d)}


def as_complex(x):
    """x, or the complex numbers with x as their real part and as many bits."""
    if x.dtype.is_complex:
        return x
    return cast(x, dtypes.complex128 if x.dtype == dtypes.float64 else dtypes.complex64)


class BaseLinearOperatorCirculant(LinearOperator):
    """Base class of (nested block) circulant matrices F^H diag(spectrum) F, where F is the Fourier transform.

    spectrum: the eigenvalues […, n] or, with blocks in blocks, […, n_0, n_1] or […, n_0, n_1, n_2].
    block_depth: how many of its last axes make up one matrix, 1, 2 or 3; the matrix has as many rows as these have elements.
    input_output_dtype: of what is multiplied and of the products; imaginary parts are dropped for a real one.
    The hints: see LinearOperator; a real spectrum makes a self-adjoint operator.
    """

    def __init__(
        self,
        spectrum,
        block_depth,
        input_output_dtype=dtypes.complex64,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=True,
        name="LinearOperatorCirculant",
    ):
        if block_depth not in TRANSFORMS:
            raise ValueError(f"Expected block_depth to be in {[*TRANSFORMS]}.  Found: {block_depth}.")
        self._block_depth = block_depth
        self._fft, self._ifft = TRANSFORMS[block_depth]
        with name_scope(name, values=[spectrum]):
            self._spectrum = convert_to_tensor(spectrum, name="spectrum")
            ndims = self._spectrum.shape.ndims
            if ndims is not None and ndims < block_depth:
                raise ValueError(
                    f"Argument spectrum must have at least {block_depth} dimensions.  Found: {self._spectrum}"
                )
            if not self._spectrum.dtype.is_complex:
                if is_self_adjoint is False:
                    raise ValueError("A real spectrum always corresponds to a self-adjoint operator.")
                is_self_adjoint = True
            if is_square is False:
                raise ValueError("A [[nested] block] circulant operator is always square.")
            self._spectrum_complex = as_complex(self._spectrum)
            super().__init__(
                dtype=dtypes.as_dtype(input_output_dtype),
                graph_parents=[self._spectrum],
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=True,
                name=name,
            )

    @property
    def block_depth(self):
        """How many of the spectrum's last axes make up one matrix."""
        return self._block_depth

    @property
    def block_shape(self):
        """The TensorShape of these axes."""
        return self._spectrum.shape[-self._block_depth :]

    def block_shape_tensor(self):
        """The shape of these axes as an integer tensor."""
        return shape(self._spectrum)[-self._block_depth :]

    @property
    def spectrum(self):
        """The eigenvalues, in the order of the Fourier transform's frequencies."""
        return self._spectrum

    def convolution_kernel(self, name="convolution_kernel"):
        """What the operator convolves with: the inverse transform of the spectrum, with its shape."""
        with self._name_scope(name):
            return cast(self._ifft(self._spectrum_complex), self.dtype)

    def _shape(self):
        size = self.block_shape.num_elements()
        return self._spectrum.shape[: -self._block_depth].concatenate(TensorShape([size, size]))

    def _shape_tensor(self):
        size = reduce_prod(self.block_shape_tensor())
        return joined(shape(self._spectrum)[: -self._block_depth], [size, size])

    def assert_hermitian_spectrum(self, name="assert_hermitian_spectrum"):
        """An operation that ends the run with InvalidArgumentError unless the convolution kernel is real."""
        kind = self.dtype.real_dtype
        with self._name_scope(name):
            most = cast(self._columns(), kind) * np.finfo(kind.as_numpy_dtype).eps
            part = abs_(imag(self.convolution_kernel()))
            return assert_less(part, most, message="Spectrum was not Hermitian")

    def _assert_non_singular(self):
        message = "Singular operator:  Spectrum contained zero values."
        return assert_no_entries_with_modulus_zero(self._spectrum, message=message)

    def _assert_positive_definite(self):
        message = "Not positive definite:  Real part of spectrum was not all positive."
        return assert_positive(real(self._spectrum), message=message)

    def _assert_self_adjoint(self):
        message = "Not self-adjoint:  The spectrum contained non-zero imaginary part."
        return assert_zero_imag_part(self._spectrum, message=message)

    def _filtered(self, x, adjoint, adjoint_arg, change):
        """x, […, n, r], whose columns' spectra are changed: change(spectra, eigenvalues)."""
        eigenvalues = conj(self._spectrum_complex) if adjoint else self._spectrum_complex
        x = cast(adjoint_of(x) if adjoint_arg else x, eigenvalues.dtype)
        rows = matrix_transpose(x)
        sizes = sizes_of(rows)
        block = self.block_shape.as_list() if self.block_shape.is_fully_defined() else self.block_shape_tensor()
        spectra = self._fft(reshape(rows, joined(sizes[:-1], block)))
        result = self._ifft(change(spectra, expand_dims(eigenvalues, -self._block_depth - 1)))
        result = reshape(result, joined(sizes_of(result)[: -self._block_depth], [self._columns()]))
        return cast(matrix_transpose(result), self.dtype)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._filtered(x, adjoint, adjoint_arg, lambda spectra, eigenvalues: eigenvalues * spectra)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._filtered(rhs, adjoint, adjoint_arg, lambda spectra, eigenvalues: spectra / eigenvalues)

    def _axes(self):
        return [-axis - 1 for axis in range(self._block_depth)]

    def _determinant(self):
        return cast(reduce_prod(self._spectrum, axis=self._axes()), self.dtype)

    def _log_abs_determinant(self):
        return cast(reduce_sum(log(abs_(self._spectrum)), axis=self._axes()), self.dtype)

    def _trace(self):
        real_part = reduce_sum(real(self._spectrum), axis=self._axes())
        if not self.dtype.is_complex:
            return cast(real_part, self.dtype)
        if self.is_self_adjoint:
            imaginary = zeros_like(real_part)
        else:
            imaginary = reduce_sum(imag(self._spectrum), axis=self._axes())
        return cast(complex_of(real_part, imaginary), self.dtype)

    def _diag_part(self):
        entry = self.trace() / cast(self._columns(), self.dtype)
        return expand_dims(entry, -1) * ones(joined(self._batch_sizes(), [self._columns()]), self.dtype)


class LinearOperatorCirculant(BaseLinearOperatorCirculant):
    """A batch of circulant matrices: each row is the one above, rotated by one.

    spectrum: the Fourier transform of the first column, […, n].  The others: see BaseLinearOperatorCirculant.
    """

    def __init__(
        self,
        spectrum,
        input_output_dtype=dtypes.complex64,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=True,
        name="LinearOperatorCirculant",
    ):
        hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        super().__init__(spectrum, 1, input_output_dtype, *hints, name)


class LinearOperatorCirculant2D(BaseLinearOperatorCirculant):
    """A batch of block circulant matrices with circulant blocks.

    spectrum: the Fourier transform of the first column as blocks, […, n_0, n_1].  The others: as above.
    """

    def __init__(
        self,
        spectrum,
        input_output_dtype=dtypes.complex64,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=True,
        name="LinearOperatorCirculant2D",
    ):
        hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        super().__init__(spectrum, 2, input_output_dtype, *hints, name)


class LinearOperatorCirculant3D(BaseLinearOperatorCirculant):
    """A batch of block circulant matrices, the blocks of which are block circulant with circulant blocks.

    spectrum: the Fourier transform of the first column as blocks, […, n_0, n_1, n_2].  The others: as above.
    """

    def __init__(
        self,
        spectrum,
        input_output_dtype=dtypes.complex64,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=True,
        name="LinearOperatorCirculant3D",
    ):
        hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        super().__init__(spectrum, 3, input_output_dtype, *hints, name)
