"""What loops over datasets and iterators become in converted code (tf.function, tf.autograph)."""

from graphlab._src.data.optional import get_next_as_optional
from graphlab._src.graph import constant
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.while_loop import while_loop


def over_dataset(dataset, step, initial, proceeds):
    """What step(element, *state) carries from element to element, at the end: tensors.

    proceeds: of the state, whether there is another iteration; None for all elements.
    """
    if proceeds is not None:
        return over_iterator(dataset._iterator_of_a_call(), step, initial, proceeds)
    return list(dataset.reduce(tuple(initial), lambda state, element: tuple(step(element, *state))))


def over_iterator(iterator, step, initial, proceeds):
    """The same for the remaining elements of an iterator, which retains those that the loop does not reach."""

    def condition(more, *state):
        return more if proceeds is None else cond(more, lambda: proceeds(*state), lambda: constant(False))

    def body(more, *state):
        element = get_next_as_optional(iterator)
        more = element.has_value()
        after = cond(more, lambda: list(step(element.get_value(), *state)), lambda: list(state), strict=True)
        return [more, *after]

    return while_loop(condition, body, [constant(True), *initial], return_same_structure=True)[1:]
