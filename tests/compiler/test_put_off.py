"""Work that need not be done before the host does its part is deferred, and runs together with its consumers."""

from hypothesis import given
from hypothesis import strategies as st

from graphlab._src.compiler.deferral import put_off


@st.composite
def graphs(draw):
    """(order, levels, places, marks) of operations that are numbers, as a partition finds them."""
    order, levels, places, marks = [], {}, {}, set()
    for op in range(draw(st.integers(1, 14))):
        before = draw(st.lists(st.tuples(st.integers(0, op - 1), st.booleans()), max_size=3)) if op else []
        kind = draw(st.sampled_from(["host", "mark", "A", "A", "A", "B"]))
        places[op] = kind if kind in "AB" else None
        before = [(other, concrete and kind in "AB") for other, concrete in before]
        levels[op] = max([int(kind == "host"), *[least(op, kind, edge, levels, places) for edge in before]])
        order.append((op, before))
        if kind == "mark":
            marks.add(op)
    return order, levels, places, marks


def least(op, kind, edge, levels, places):
    other, concrete = edge
    level = levels[other]
    if kind == "mark":
        return level
    if kind == "host":
        return level + (level % 2 == 0)
    if level % 2:
        return level + 1
    return level + 2 * (concrete or places[other] not in (None, kind))


@given(graphs())
def test_what_is_deferred_still_precedes_its_consumers(graph):
    order, levels, places, marks = graph
    after = levels | put_off(order, levels, places, (), marks)
    segments = {(levels[op], places[op]) for op in levels}
    assert {(after[op], places[op]) for op in levels if op not in marks} <= segments
    for op, before in order:
        kind = places[op] or ("mark" if op in marks else "host")
        for edge in before:
            if edge[0] not in marks and op not in marks:
                assert least(op, kind, edge, after, places) <= after[op]
            ahead = [other for other in [edge[0]] if other in marks]
            while ahead:  # what a mark waits for comes before those who wait for the mark
                for other, _ in order[ahead.pop()][1]:
                    if other in marks:
                        ahead.append(other)
                    elif op not in marks:
                        assert after[other] <= after[op]


def test_a_model_and_the_weights_that_it_reads_are_one_segment():
    element, read, decayed, scores, loss, fetched = range(6)
    order = [
        (element, []),
        (read, []),
        (decayed, [(read, False)]),
        (scores, [(element, False), (read, False)]),
        (loss, [(scores, False), (decayed, False)]),
        (fetched, []),
    ]
    places = {element: None, read: "A", decayed: "A", scores: "A", loss: "A", fetched: "A"}
    levels = {element: 1, read: 0, decayed: 0, scores: 2, loss: 2, fetched: 0}
    assert put_off(order, levels, places, (), ()) == {read: 2, decayed: 2, fetched: 2}


def test_what_the_host_consumes_is_not_deferred():
    order = [("size", []), ("element", [("size", False)]), ("model", [("element", False), ("size", False)])]
    places = {"size": "A", "element": None, "model": "A"}
    assert put_off(order, {"size": 0, "element": 1, "model": 2}, places, (), ()) == {}
