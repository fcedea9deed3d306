"""Named resources of a session, such as queues and readers, and the two forms of operations that find them.

What operations have to do with such things, TensorFlow has twice: with a handle of type resource (FIFOQueueV2,
QueueEnqueueV2) and, as older graphs have it, with a reference to a string (FIFOQueue, QueueEnqueue). With both, what
flows is the thing itself.
"""

import itertools

from graphlab._src.base.errors import text_of
from graphlab._src.ops.define import no_gradient, no_outputs, op

_numbers = itertools.count()


def twice(op_type, signature, infer=no_outputs, stateful=False, **options):
    """Makes a function the kernel of two operation types: the given one, and the one with V2 at the end of its name.

    signature: of the latter, with handles of type resource.  stateful: whether the former is, too.
    Returns the function that adds an operation of the latter type.
    """
    options = {"infer": infer, "host": True, "grad": no_gradient, **options}

    def decorate(kernel):
        op(op_type, signature.replace("resource", "Ref(string)"), stateful=stateful, **options)(kernel)
        return op(f"{op_type}V2", signature, stateful=True, **options)(kernel)

    return decorate


def find_or_make(context, kind, make, check=None):
    """The object that an operation names in its session: shared under its shared_name, or its own.

    context: the RunContext of the operation.  kind: objects of different kinds share no names.
    make(name) makes it.  check(found): raises an error when the object is not what this operation describes.
    """
    op = context.op
    container, shared = text_of(op.attrs["container"]), text_of(op.attrs["shared_name"])

    def make_one():
        return make(shared or f"_{next(_numbers)}_{op.name}")

    found = context.resources.find_or_make(kind, container, shared or op, make_one, op)
    context.check()  # a session that is closed has let its own go: what was made now has no owner
    if shared and check:
        check(found)
    return found
