"""%%graph in a real kernel."""

import re

IMPORT = "import graphlab as tf"
SCALE = "%%graph\nx = tf.placeholder(tf.float32, [2], name='x')\ny = tf.multiply(x, 2.0, name='y')"
LOOK = "print(tf.get_default_graph() is graph is x.graph, [op.name for op in graph.get_operations()])"


def printed(outputs):
    return "".join(output.get("text", "") for output in outputs)


def test_cell_builds_a_fresh_default_graph_and_shows_it(run):
    run_it = "print(tf.Session().run(y, {x: [1, 2]}))"
    outputs, _ = run(IMPORT, "old = tf.no_op(name='old')", SCALE, LOOK, run_it)
    assert [output["output_type"] for output in outputs[2]] == ["display_data"]
    assert "Placeholder float32 [2]" in outputs[2][0]["data"]["text/plain"]
    assert printed(outputs[3]) == "True ['x', 'y/y', 'y']\n"
    assert printed(outputs[4]) == "[2. 4.]\n"


def test_running_it_again_leaves_nothing_behind(run):
    count = (
        "import gc, comm\nfrom graphlab._src.viz import live\ngc.collect()\n"
        "print(len(live._views), len(comm.get_comm_manager().comms))"
    )
    again = SCALE.replace("%%graph", "%%graph --depth 1")
    outputs, _ = run(IMPORT, again, count, "tf.show('x')", again, again, LOOK, count)
    assert printed(outputs[6]) == "True ['x', 'y/y', 'y']\n"
    assert printed(outputs[7]) == printed(outputs[2])


def test_the_cell_names_its_graph_and_says_how_to_show_it(run):
    cell = "%%graph net --depth 2 --highlight y x\nx = tf.constant(1.0, name='x')\ny = tf.identity(x, name='y')\nx"
    outputs, _ = run(IMPORT, cell, "print(net is tf.get_default_graph())")
    value, output = outputs[1]
    assert value["output_type"] == "execute_result" and "tf.Tensor 'x:0'" in value["data"]["text/plain"]
    assert output["data"]["application/vnd.graphlab.graph+json"]["messages"] == [
        {"type": "show", "depth": 2, "highlight": [1, 0]}
    ]
    assert printed(outputs[2]) == "True\n"


def test_lines_are_counted_as_the_reader_sees_them(run):
    wrong = "%%graph\na = tf.ones([2, 3], name='a')\n\ntf.matmul(a, a, name='wrong')"
    outputs, _ = run(IMPORT, wrong, "%%graph\nif:", "print(a.op.source)", allow_errors=True)
    error, _fix = outputs[1]
    text = re.sub(r"\x1b\[[\d;]*m", "", "\n".join(error["traceback"]))
    assert error["ename"] == "ValueError"
    assert "created cell [2], line 4" in text
    assert re.search(r"Cell\s+In\[2\], line 4", text)
    assert "run_cell_magic" not in text
    assert "graphlab/_src" not in text and "inside graphlab left out" in text
    (error,) = outputs[2]
    assert error["ename"] == "SyntaxError" and "line 2" in re.sub(r"\x1b\[[\d;]*m", "", error["traceback"][0])
    assert printed(outputs[3]) == "cell [2], line 2\n"


def test_a_cell_that_begins_by_resetting_the_graph_is_shown_all_the_same(run):
    outputs, _ = run(IMPORT, SCALE.replace("%%graph\n", "%%graph\ntf.reset_default_graph()\n"), LOOK)
    assert printed(outputs[2]) == "True ['x', 'y/y', 'y']\n"


def test_a_session_of_another_graph_that_is_open_is_said(run):
    outputs, _ = run(
        IMPORT, "session = tf.InteractiveSession()", SCALE, "print(graph is x.graph, session.graph is graph)"
    )
    assert "A session of another graph is open" in printed(outputs[2])
    assert printed(outputs[3]) == "True False\n"


def test_what_it_cannot_do_is_said_in_one_line(run):
    outputs, _ = run(IMPORT, "%%graph 1st\nx = 1", "%load_ext graphlab", allow_errors=True)
    assert "'1st' is no name for a variable" in printed(outputs[1])
    assert outputs[2] == []
