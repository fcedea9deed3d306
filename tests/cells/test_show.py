"""gl.show in a cell: which outputs it makes, and which widget each has."""

import json

MIME_TYPE = "application/vnd.graphlab.graph+json"
VIEW = "application/vnd.jupyter.widget-view+json"
BUILD = "import graphlab as gl\nwith gl.name_scope('hidden'):\n    x = gl.placeholder(gl.float32, [3], name='x')"


def test_show_works_anywhere_in_a_cell_and_once_at_its_end(run):
    outputs, _ = run(BUILD, "gl.show(depth=1)\nprint('between')\ngl.show(x)", "gl.show('hidden')")
    assert [output.get("name") or output["output_type"] for output in outputs[1]] == [
        "display_data",
        "stdout",
        "display_data",
    ]
    assert len(outputs[2]) == 1
    wishes = [output["data"][MIME_TYPE]["messages"] for output in (outputs[1][0], outputs[1][2], outputs[2][0])]
    assert wishes == [[{"type": "show", **wish}] for wish in ({"depth": 1}, {"at": "hidden/x"}, {"at": "hidden"})]


def test_an_output_with_wishes_has_a_widget_of_its_own_that_stays_small(run):
    outputs, _ = run(BUILD, "gl.show(depth=1)", "gl.show()", "x.graph")
    models = [output[0]["data"][VIEW]["model_id"] for output in outputs[1:]]
    assert models[1] == models[2] != models[0]
    assert all(len(json.dumps(output[0]["data"])) < 5_000 for output in outputs[1:])


def test_a_cell_that_runs_again_takes_the_widget_that_it_had(run):
    count = "import comm\nprint(len(comm.get_comm_manager().comms))"
    again = "gl.show(depth=1, highlight=x)"
    outputs, _ = run(BUILD, again, count, again, again, count)
    assert outputs[2][0]["text"] == outputs[5][0]["text"]
