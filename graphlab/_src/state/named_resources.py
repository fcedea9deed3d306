"""Named resources of a session, such as queues and readers: what flows from the operations that find them is the thing itself."""

import itertools

from graphlab._src.base.errors import text_of

_numbers = itertools.count()


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
