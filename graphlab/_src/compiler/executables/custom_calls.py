"""What compiled code calls by name, made ready in a process that only loads the code.

JAX makes LAPACK's functions ready while it lowers what calls them. Code that was loaded without that jumps to where no
function is. So what code calls is stored with it, and code that calls what is not known here is compiled anew.
"""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import functools
import re
from collections.abc import Iterable

import jax

_CALL = re.compile(r'custom_call_target="([^"]*)"')

# What XLA has in itself, or JAX hands to XLA when it is imported: there is nothing to make ready.
_READY = re.compile(
    r"TopK|PartialReduce|SliceToDynamic|PadToStatic|AllocateBuffer"
    r"|__(onednn|cublas|cudnn|cusolver|cufft|cub|gpu|triton)\$.*|xla\.gpu\..*"
    r"|(cu|hip)(solver|blas|sparse|dnn)_.*|(cu|hip)_threefry2x32.*"
)


def called_by(text: str) -> list[str]:
    """The names of what code calls, from its text."""
    return sorted(set(_CALL.findall(text)))


def make_ready(names: Iterable[str]) -> bool:
    """Makes ready what code calls; False when that can't be done for one of the names."""
    for name in names:
        if name.startswith("lapack_"):
            _lapack()
        elif not _READY.fullmatch(name):
            return False
    return True


@functools.cache
def _lapack() -> None:
    """Has JAX find LAPACK's functions, all of them, as it does for each program that factorizes a matrix."""
    matrix = jax.ShapeDtypeStruct((1, 1), "float32")
    jax.jit(jax.lax.linalg.cholesky).trace(matrix).lower(lowering_platforms=("cpu",))
