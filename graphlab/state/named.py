"""Finding what a session keeps under a name: queues, readers and the like, which operations share or have for themselves."""

import itertools

_numbers = itertools.count()


def find_or_make(context, kind, make, check=None):
    """The object that an operation names in its session: shared under its shared_name, or its own.

    context: the RunContext of the operation.  kind: objects of different kinds share no names.
    make(name) makes it.  check(found): raises an error when the object is not what this operation describes.
    """
    op = context.op
    container, shared = op._attrs["container"].decode(), op._attrs["shared_name"].decode()

    def make_one():
        return make(shared or f"_{next(_numbers)}_{op.name}")

    found = context.resources.find_or_make(kind, container, shared or op, make_one)
    if shared and check:
        check(found)
    return found
