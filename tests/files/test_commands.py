"""`graphlab inspect`, `view` and `import`, as they are typed, on each of TensorFlow's files."""

import base64
import json
import os
import re

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.cli import graph_page
from graphlab._src.cli import main as cli
from graphlab._src.cli.file_contents import read
from graphlab._src.viz import page as html_page
from graphlab._src.viz import protocol

SHORT = tf.GraphDef(node=[tf.NodeDef(name="x", op="Placeholder"), tf.NodeDef(name="y", op="NoOp")]).SerializeToString()
META = tf.MetaGraphDef(graph_def=tf.GraphDef.FromString(SHORT)).SerializeToString()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("graph.pbtxt", ["GraphDef,", "x  float32  (?, 2)", "MatMul", "layer/w"]),
        ("frozen.pb", ["GraphDef, 4 operations", "y  MatMul"]),
        ("strange.pb", ["NobodyKnowsMe  1  unknown to graphlab"]),
        ("saved", ["SavedModel,", "serve", "Signature serving_default", "in   in   float32  (?, 2)  x:0", "layer/w"]),
        ("saved/saved_model.pb", ["SavedModel,", "Signature serving_default"]),
        ("model-5", ["checkpoint,", "1 variables with 2 numbers", "layer/w  float32  (2, 1)  2", "MatMul"]),
        ("model-5.index", ["checkpoint,"]),
        ("model-5.meta", ["MetaGraphDef,", "Collections", "trainable_variables  1"]),
        ("checkpoint", ["checkpoint,", "layer/w"]),
        ("logs", ["event file,", "average  scalars  2 ×  steps 3 to 7  last 7"]),
    ],
)
def test_inspect_says_what_a_file_holds(files, capsys, name, says):
    assert cli.main(["inspect", str(files / name)]) == 0
    printed = capsys.readouterr().out
    assert [words for words in says if re.sub(" +", " ", words) not in re.sub(" +", " ", printed)] == []


def test_a_reader_that_reads_only_the_first_lines_is_no_error(files, capsys, monkeypatch):
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", buffering=1) as output:
        monkeypatch.setattr("sys.stdout", output)
        assert cli.main(["inspect", str(files / "frozen.pb")]) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["graph.pbtxt", "strange.pb", "saved", "model-5", "model-5.meta", "logs"])
def test_view_writes_one_page_with_everything(files, tmp_path, capsys, monkeypatch, name):
    (tmp_path / "app.js").write_text("export const show = '</script>';")
    monkeypatch.setattr(html_page, "STATIC", tmp_path)
    output = tmp_path / "page.html"
    assert cli.main(["view", "--output", str(output), str(files / name)]) == 0
    text = output.read_text(encoding="utf-8")
    assert capsys.readouterr().out == f"{output}\n"
    assert text.count("</script>") == 3 and not re.search(r"(src|href)=", text)
    source = json.loads(re.findall(r'id="source">(.*?)</script>', text)[0])
    piece = protocol.unpacked(base64.b64decode(source["chunks"][0]))
    assert "MatMul" in piece["types"] and None not in piece["attributes"]
    assert ("NobodyKnowsMe" in piece["types"]) == (name == "strange.pb")
    assert set(piece["sources"]) == {(-1, "", 0)}, "no line of code made these operations"


def test_view_draws_an_outline_where_the_renderer_is_not_built(files, tmp_path, monkeypatch):
    monkeypatch.setattr(html_page, "STATIC", tmp_path)
    assert "<pre>Graph of 4 operations" in graph_page.page(read(str(files / "frozen.pb")))


def test_view_says_why_a_graph_cannot_be_drawn(files, tmp_path):
    (tmp_path / "torn.pbtxt").write_text('node { name: "a" op: "Relu" input: "nobody" }')
    assert "can&#x27;t be drawn" in graph_page.page(read(str(tmp_path / "torn.pbtxt")))


@pytest.mark.parametrize("name", ["frozen.pb", "saved", "model-5", "model-5.meta"])
def test_import_runs_a_graph_with_its_variables(files, tmp_path, capsys, name):
    feed, fetch = ("in", "out") if name == "saved" else ("x", "y:0")
    output = tmp_path / "out.npz"
    arguments = ["import", str(files / name), "--feed", f"{feed}=[[1, 10]]", "--fetch", fetch, "--output", str(output)]
    assert cli.main(arguments) == 0
    assert capsys.readouterr().out == f"{fetch}: float32 [1, 1]\n[[21.]]\n"
    assert np.load(output)[fetch].tolist() == [[21.0]]


def test_import_writes_strings(tmp_path, capsys):
    with tf.Graph().as_default() as graph:
        tf.identity(tf.constant([[b"one", b"\xff"]]), name="words")
        tf.identity(tf.constant(b"a\0"), name="zero")
    (tmp_path / "g.pb").write_bytes(graph.as_graph_def().SerializeToString())
    arguments = ["import", str(tmp_path / "g.pb"), "--output", str(tmp_path / "out.npz"), "--fetch"]
    assert cli.main([*arguments, "words"]) == 0
    assert capsys.readouterr().out == "words: string [1, 2]\n[[b'one' b'\\xff']]\n"
    assert np.load(tmp_path / "out.npz")["words"].tolist() == [[b"one", b"\xff"]]
    assert cli.main([*arguments, "zero"]) == 1
    assert "zero can't be written: its strings end with zero bytes" in capsys.readouterr().err


def test_import_takes_arrays_from_files_and_gives_all_outputs(files, tmp_path, capsys):
    np.save(tmp_path / "x.npy", [[1.0, 1.0]])
    np.savez(tmp_path / "feeds.npz", x=np.zeros([1, 2]))
    assert cli.main(["import", str(files / "frozen.pb"), "--feed", f"x={tmp_path / 'x.npy'}"]) == 0
    assert cli.main(["import", str(files / "frozen.pb"), "--feeds", str(tmp_path / "feeds.npz")]) == 0
    assert capsys.readouterr().out == "y: float32 [1, 1]\n[[3.]]\ny: float32 [1, 1]\n[[0.]]\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["frozen.pb"], "feed a value for placeholder tensor 'x'"),
        (["frozen.pb", "--fetch", "nobody"], "there is no 'nobody' in the graph"),
        (["frozen.pb"], "--feed 'x=VALUE'"),
        (["frozen.pb", "--feed", "x"], "--feed needs NAME=VALUE"),
        (["frozen.pb", "--feed", "x=[[1, 2]"], "'[[1, 2]' is no JSON (Expecting ',' delimiter"),
        (["frozen.pb", "--feed", "x=[[1, 2], [3]]"], "the rows of [[1, 2], [3]] are not equally long"),
        (["frozen.pb", "--feed", "x=hello"], "'hello' is neither numbers in JSON nor a file.npy; x is float32 [?,2]"),
        (["frozen.pb", "--feed", "x=[1, 2, 3]"], "a value of shape [3] is no float32 [?,2]"),
        (["frozen.pb", "--feed", "x=null"], "'null' is neither a number, a text nor a list"),
        (["frozen.pb", "--feed", "x=none.npy"], "there is no file none.npy"),
        (["frozen.pb", "--feeds", "none.npz"], "there is no file none.npz"),
        (["strange.pb", "--feed", "x=[[1, 2]]"], "NobodyKnowsMe"),
        (["nothing.pb"], "there is no file"),
    ],
)
def test_import_says_what_is_wrong(files, capsys, arguments, says):
    assert cli.main(["import", str(files / arguments[0]), *arguments[1:]]) == 1
    assert says in capsys.readouterr().err


def _node(name, op, *inputs, **attrs):
    """A node as text; attrs: the AttrValues, as text too."""
    given = " ".join(f'input: "{item}"' for item in inputs)
    return (
        f'node {{name: "{name}" op: "{op}" {given} '
        + " ".join(f'attr {{key: "{key}" value {{{value}}}}}' for key, value in attrs.items())
        + "}\n"
    )


def _const(name, sizes, values="", kind="DT_FLOAT"):
    dims = " ".join(f"dim {{size: {size}}}" for size in sizes)
    value = f"tensor {{dtype: {kind} tensor_shape {{{dims}}} {values}}}"
    return _node(name, "Const", dtype=f"type: {kind}", value=value)


_FLOAT = "type: DT_FLOAT"
_ONE = _const("one", [], "float_val: 1")
_MALFORMED = {
    "many_inputs": _ONE + _node("bad", "AddN", "one", T=_FLOAT, N=f"i: {2**62}"),
    "many_outputs": _ONE + _node("bad", "Unpack", "one", T=_FLOAT, num=f"i: {2**62}"),
    "far_output": _node("u", "Foo") + _node("bad", "Identity", "u:99999999", T=_FLOAT),
    "no_such_type": _node("bad", "Placeholder", dtype="type: 99"),
    "other_kind": _node("bad", "Placeholder", dtype="i: 3"),
    "negative": _const("bad", [-3]),
    "too_large": _const("bad", [2**62] * 3),
    "class": _node("bad", "NoOp", _class="i: 3"),
    "input": _node("bad", "Identity", ":", T=_FLOAT),
    "device": 'node {name: "bad" op: "NoOp" device: "\\033[2J"}',
    "name": _node("bad\\033[31m", "NoOp"),
    "newline": _node("bad\\n", "NoOp"),
}


@pytest.mark.parametrize("name", sorted(_MALFORMED))
def test_a_malformed_graph_is_one_sentence_with_the_node(tmp_path, capsys, name):
    path, page_file = tmp_path / "g.pbtxt", tmp_path / "page.html"
    path.write_text(_MALFORMED[name])
    assert cli.main(["inspect", str(path)]) == 0
    assert cli.main(["view", str(path), "--output", str(page_file)]) == 0
    for arguments in (["import", str(path)], ["diff", str(path), str(path), "--text"]):
        capsys.readouterr()
        assert cli.main(arguments) == 1
        said = capsys.readouterr().err
        assert said.startswith(f"graphlab {arguments[0]}: {path}: ")
        assert "bad" in said.splitlines()[0]
        assert said.isprintable() or said.replace("\n", "").isprintable()


def test_constants_of_any_size_are_shown_and_compared_by_what_the_file_holds(tmp_path, capsys):
    for name, value in (("a", "float_val: 1"), ("b", "float_val: 2"), ("c", "")):
        text = _const("c", [10**10], value)
        text += text.replace("Const", "Foo").replace('"c"', '"strange"')  # an unknown type keeps the message
        (tmp_path / f"{name}.pbtxt").write_text(text)
    a, b, c = (str(tmp_path / f"{name}.pbtxt") for name in "abc")
    assert cli.main(["inspect", a]) == 0
    assert cli.main(["view", a, "--output", str(tmp_path / "page.html")]) == 0
    capsys.readouterr()
    assert cli.main(["diff", a, a, "--text"]) == 0
    assert "no difference" in capsys.readouterr().out
    for before, after in ((a, b), (a, c)):
        assert cli.main(["diff", before, after, "--text"]) == 0
        assert "changed  2" in capsys.readouterr().out


def test_shapes_that_no_tensor_can_have_are_left_to_the_run(tmp_path, capsys):
    text = _const("c", [10**10], "int_val: 1", "DT_INT32") + _ONE + _node("y", "Fill", "c", "one", T=_FLOAT)
    (tmp_path / "g.pbtxt").write_text(text)
    assert cli.main(["diff", *[str(tmp_path / "g.pbtxt")] * 2, "--text"]) == 0
    assert "no difference, 3" in capsys.readouterr().out


def test_control_characters_of_a_file_do_not_reach_the_terminal(tmp_path, capsys):
    (tmp_path / "g.pbtxt").write_text(
        'node {name: "y\\033[31m" op: "Placeholder\\007"} node {name: "a\\nb" op: "\\342\\200\\256x\\302\\233"}'
    )
    assert cli.main(["inspect", str(tmp_path / "g.pbtxt")]) == 0
    said = capsys.readouterr().out
    assert said.replace("\n", "").isprintable()
    assert "y\\x1b[31m" in said and "a\\nb" in said and "\\u202ex\\x9b" in said


def test_what_is_no_file_of_tensorflow_is_said(tmp_path, capsys):
    (tmp_path / "letter.pb").write_bytes(b"Dear reader,")
    (tmp_path / "torn.index").write_bytes(b"torn")
    for name in ("letter.pb", "torn.index", "."):
        assert cli.main(["inspect", str(tmp_path / name)]) == 1
    said = capsys.readouterr().err
    assert "letter.pb is no GraphDef" in said
    assert "torn" in said
    assert "holds no SavedModel" in said


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("model.pb", b"", "it is empty"),
        ("model.pbtxt", b"", "it is empty"),
        ("model.hlo", b"", "it is empty"),
        ("model.pb", SHORT[:-3], "is cut off: it ends 3 bytes too early"),
        ("model.meta", META[:-5], "is cut off: it ends 5 bytes too early"),
        ("model.pbtxt", b'node {\n  name: "{x}"\n  attr {\n    key', "is cut off: it ends in line 4, within a message"),
        ("model.pb", b'node { name: "x" op: "NoOp" }', "it is text; name it .pbtxt if it is a GraphDef"),
        ("model.pb", b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n", "git lfs pull"),
        ("model.pb", b"<!DOCTYPE html><title>404</title>", "a page of HTML"),
        ("model.pb", b"\x1f\x8b\x08\x00", "it is compressed"),
        (
            "model.pbtxt",
            b'node {\n  name: "x"\n  opp: "NoOp"\n}',
            'line 3, Message type "NodeDef" has no field named "opp"',
        ),
        ("model.pbtxt", b'node {\n  name: "\xe9" }', "line 2 is not UTF-8"),
        ("model.pbtxt", b'node { op: "NoOp" }', "a node lacks its name or its type"),
    ],
)
def test_why_a_file_holds_no_graph_is_said(tmp_path, capsys, name, data, why):
    (tmp_path / name).write_bytes(data)
    assert cli.main(["inspect", str(tmp_path / name)]) == 1
    said = capsys.readouterr().err
    assert name in said and why in said


def test_diff_says_what_is_different_and_writes_a_page(files, tmp_path, capsys):
    page_file = tmp_path / "both.html"
    assert cli.main(["diff", str(files / "graph.pbtxt"), str(files / "frozen.pb"), "--output", str(page_file)]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"Diff: \d+ → 4 operations", printed)
    assert "removed" in printed
    assert str(page_file) in printed
    assert "Two graphs" in page_file.read_text(encoding="utf-8")
    assert cli.main(["diff", str(files / "frozen.pb"), str(files / "frozen.pb"), "--text"]) == 0
    assert capsys.readouterr().out == "Diff: no difference, 4 operations\n"
    assert cli.main(["diff", str(files / "frozen.pb"), str(files / "none.pb")]) == 1
    assert "there is no file" in capsys.readouterr().err


def test_a_checkpoint_whose_values_are_cut_off_is_said_to_be_damaged(tmp_path, capsys):
    with tf.Graph().as_default(), tf.Session() as session:
        session.run(tf.Variable([1.0, 2.0], name="w").initializer)
        tf.train.Saver().save(session, str(tmp_path / "model"), global_step=3)
    path = str(tmp_path / "model-3")
    assert cli.main(["inspect", path]) == 0
    data = tmp_path / "model-3.data-00000-of-00001"
    data.write_bytes(data.read_bytes()[:-3])
    assert cli.main(["inspect", path]) == 1
    assert "is cut off: it has 5 of 8 bytes" in capsys.readouterr().out
    data.unlink()
    assert cli.main(["import", path]) == 1
    assert "model-3.data-00000-of-00001 is missing" in capsys.readouterr().err
    assert cli.main(["inspect", str(tmp_path / "model")]) == 1
    assert f"but of checkpoints {path}" in capsys.readouterr().err


def test_what_is_written_says_where_it_could_not_be(files, tmp_path, capsys):
    assert cli.main(["view", str(files / "frozen.pb"), "--output", str(tmp_path / "none" / "page.html")]) == 1
    assert capsys.readouterr().err == f"graphlab view: {tmp_path}/none/page.html: No such file or directory\n"
