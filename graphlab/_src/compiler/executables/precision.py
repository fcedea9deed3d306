"""How precisely a GPU multiplies matrices of float32, in products and convolutions.

TensorFlow 1.15 multiplies numbers of float32 with all their 24 bits. XLA's own choice for NVIDIA's GPUs is TF32, which
rounds the factors to 11 bits: the error of a product of 512 × 512 is 3e-4 instead of 3e-7, and a convolutional network is
up to three times as fast. So kernels request all bits, unless the program allows TF32. On a CPU both are the same.
"""

from jax import lax


class _Setting:
    tensor_float_32 = False


def allow_tensor_float_32(allowed: bool) -> None:
    """Lets code that is compiled from now on use TF32; what was compiled before stays as it is."""
    _Setting.tensor_float_32 = bool(allowed)


def allows_tensor_float_32() -> bool:
    """Whether code that is compiled now may use TF32."""
    return _Setting.tensor_float_32


def of_products() -> lax.Precision:
    """What a kernel that multiplies matrices requests of XLA."""
    return lax.Precision.DEFAULT if _Setting.tensor_float_32 else lax.Precision.HIGHEST
