"""Line: a line of code, and what it would make."""

import dataclasses
from collections.abc import Mapping, Sequence


@dataclasses.dataclass
class Line:
    """A line of code, or why there is none.

    outputs: `float32 ?×10` for each tensor that it makes.  note: `7,850 parameters`.
    parameter: the one whose argument is at fault, "name" or "scope", where that is known.
    arguments: {parameter: source text} of what was filled in, since a call needs it.
    """

    code: str = ""
    outputs: Sequence[str] = ()
    note: str = ""
    why: str = ""
    parameter: str = ""
    arguments: Mapping[str, str] = dataclasses.field(default_factory=dict[str, str])
