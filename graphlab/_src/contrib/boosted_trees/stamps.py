"""What the handles of ensembles and accumulators refer to: resources with a stamp, which says what an update was made for."""

from graphlab._src.base.errors import invalid
from graphlab._src.ops.define import no_gradient
from graphlab._src.ops.rules import with_rank
from graphlab._src.state.resource_holder import find_holder

NAMED = {"container": (str, ""), "shared_name": (str, "")}
STATE = {"host": True, "stateful": True, "grad": no_gradient}


def holder_of(context, kind):
    """The ResourceHolder that a handle's operation names."""

    def absent(name):
        return f"Resource localhost/{name}/{kind} does not exist; run its initializer first."

    return find_holder(context, kind, absent)


class Stamped:
    """The base of what has a stamp: a number that each flush or growth changes."""

    stamp: int

    def check_stamp(self, stamp, next_stamp=None):
        """InvalidArgumentError unless it has this stamp now, and another one as the next."""
        if int(stamp) != self.stamp:
            raise invalid(f"Invalid stamp token. Passed stamp token: {int(stamp)} Current token: {self.stamp}")
        if next_stamp is not None and int(next_stamp) == self.stamp:
            raise invalid(f"next_stamp_token must differ from stamp_token, got {self.stamp} twice")


def scalars(result):
    """The shape rule of operations whose inputs are single numbers: result(op) says their outputs' dims."""

    def infer(op):
        for tensor in op.inputs:
            with_rank(tensor.dims, 0)
        return result(op)

    return infer
