"""What all update operations have in common."""

from graphlab import dtypes
from graphlab.ops.define import op, same_as_input


def update_op(op_type, signature, updates, **kwargs):
    """Registers an update operation: it changes the variables named in `updates` and gives the first as a reference."""
    types = {"T": dtypes.NUMERIC}
    if "Tindices" in signature:
        types["Tindices"] = dtypes.INDEX
    return op(
        op_type,
        signature,
        types=types,
        infer=same_as_input(0),
        updates=updates,
        attrs={"use_locking": (bool, False)},
        **kwargs,
    )
