"""gl.show: its arguments, and the message to its diagram."""

import re

import pytest

import graphlab as gl
from graphlab._src.viz.show import Diagram


@pytest.fixture
def graph():
    """x -> hidden/inner/y, made in a graph of its own that is the default."""
    with gl.Graph().as_default() as graph:
        x = gl.placeholder(gl.float32, [None, 3], name="x")
        with gl.name_scope("hidden"), gl.name_scope("inner"):
            w = gl.Variable([[1.0], [2.0], [3.0]], name="w")
            gl.matmul(x, w, name="y")
        yield graph


@pytest.mark.parametrize(
    ("thing", "at"),
    [
        (lambda graph: None, ""),
        (lambda graph: graph, ""),
        (lambda graph: gl.Session(graph=graph), ""),
        (lambda graph: graph.get_tensor_by_name("x:0"), "x"),
        (lambda graph: graph.get_operation_by_name("hidden/inner/y"), "hidden/inner/y"),
        (lambda graph: gl.global_variables()[0], "hidden/inner/w"),
        (lambda graph: "hidden", "hidden"),
        (lambda graph: "hidden/inner/", "hidden/inner"),
        (lambda graph: "hidden/inner/y:0", "hidden/inner/y"),
    ],
)
def test_show_takes_what_has_a_place_in_a_graph(graph, thing, at):
    diagram = Diagram(thing(graph))
    assert diagram.graph is graph
    assert diagram.messages == ([{"type": "show", "at": at}] if at else [])


def test_show_takes_messages_and_files_and_keeps_one_graph_for_each(graph, tmp_path):
    message = graph.as_graph_def()
    (tmp_path / "model.pb").write_bytes(message.SerializeToString())
    gl.train.export_meta_graph(str(tmp_path / "model.meta"))
    for thing in (message, tmp_path / "model.pb", str(tmp_path / "model.pb"), tmp_path / "model.meta"):
        shown = Diagram(thing).graph
        assert [op.name for op in shown.get_operations()] == [op.name for op in graph.get_operations()]
        assert shown is not graph and shown is Diagram(thing).graph


def test_a_file_that_changed_is_read_anew(graph, tmp_path):
    path = tmp_path / "model.pbtxt"
    path.write_text(str(graph.as_graph_def()))
    before = Diagram(path).graph
    gl.no_op(name="more")
    path.write_text(str(graph.as_graph_def()))
    assert Diagram(path).graph.version == before.version + 1


def test_colours_at_first_are_those_of_an_overlay_of_the_graph(graph):
    assert Diagram(graph, color_by="structure").messages == [{"type": "show", "color_by": "structure"}]
    with pytest.raises(ValueError, match="color_by must be one of structure, type.*gl.overlay"):
        Diagram(graph, color_by="time")


def test_the_direction_is_saved_with_the_output_and_is_that_of_the_still_diagram(graph):
    shown = Diagram(graph, direction="right")
    assert shown.messages == [{"type": "show", "direction": "right"}]
    assert "rankdir=LR" in gl.to_dot(graph, direction="right")
    assert "rankdir" not in gl.to_dot(graph, direction="down")
    for draw in (Diagram, gl.to_dot):
        with pytest.raises(ValueError, match="direction must be one of down, right, got 'up'"):
            draw(graph, direction="up")


def test_highlights_are_numbers_of_operations_and_paths_of_scopes(graph):
    y = graph.get_tensor_by_name("hidden/inner/y:0")
    numbers = [graph.get_operation_by_name(name).id for name in ("hidden/inner/y", "x")]
    assert Diagram(graph, highlight=[y, ("x:0", y.op), "hidden/inner"]).messages == [
        {"type": "show", "highlight": [*numbers, "hidden/inner"]}
    ]
    assert Diagram(graph, depth=0, highlight={y: 1}).messages == [
        {"type": "show", "depth": 0, "highlight": numbers[:1]}
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("hiden",),
            "nothing called 'hiden' in the graph of 6 operations and no file.\n  fix     did you mean 'hidden'",
        ),
        ((None, None, "hidden/inner/yy:0"), "nothing called 'hidden/inner/yy:0'.*did you mean 'hidden/inner/y'"),
        ((3,), "There is no diagram of 3.*pass a Graph"),
        ((None, -1), "depth must be 0 or more levels, got -1"),
        ((None, None, gl.Graph()), "is not in the graph that is shown"),
    ],
)
def test_what_cannot_be_shown_is_said_with_what_could_be_meant(graph, arguments, says):
    with pytest.raises(ValueError, match=f"(?s){says}"):
        gl.show(*arguments)


def test_without_a_notebook_show_prints_text(graph, capsys):
    gl.show("hidden", depth=1)
    assert capsys.readouterr().out.splitlines()[:3] == [
        "hidden with 5 operations",
        "  inner  5 operations: MatMul, VariableV2",
        "    w    4 operations: VariableV2",
    ]
    gl.show("x")
    assert re.match(
        r"x Placeholder\n  output  x:0  float32 \?×3\n  created test_show.py:\d+\n", capsys.readouterr().out
    )
