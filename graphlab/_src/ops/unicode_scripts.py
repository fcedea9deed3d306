"""unicode_script: the script that each character is written in.

unicode_scripts.txt has the first character of each run of characters of one script, hexadecimal, and the number of the script, as
Unicode 12.1 and ICU's `UScriptCode` say them: what TensorFlow 1.15 answers for every code point.
"""

import functools
from pathlib import Path

import jax.numpy as jnp
import numpy as np

from graphlab._src.ops.define import no_gradient, op, same_as_input

_INVALID = -1  # of what is no code point
_LEAST = -(1 << 31)


@functools.cache
def _runs():
    """(first character of each run, its script), for all of int32."""
    words = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split()
    pairs = [word.split(":") for word in words]
    starts = [_LEAST, *(int(start, 16) for start, _ in pairs), 0x110000]
    scripts = [_INVALID, *(int(script) for _, script in pairs), _INVALID]
    return np.array(starts, np.int32), np.array(scripts, np.int32)


def _in_numpy(input):
    starts, scripts = _runs()
    return scripts[np.searchsorted(starts, input, side="right") - 1]


@op(
    "UnicodeScript",
    "input: int32 -> output: int32",
    infer=same_as_input(0),
    fold=_in_numpy,
    grad=no_gradient,
    vectorize="elementwise",
)
def unicode_script(input):
    """The number of the script of each character, as in ICU's UScriptCode: 25 is Latin, 17 Han; -1 for what is no character.

    input: code points, int32, any shape; the result has the same shape.
    """
    starts, scripts = _runs()
    return jnp.asarray(scripts)[jnp.searchsorted(jnp.asarray(starts), input, side="right") - 1]
