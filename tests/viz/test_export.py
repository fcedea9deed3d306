"""What Python exports: DOT, SVG, and a page of its own."""

import base64
import html
import json
import re
import shutil
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path

import pytest

import graphlab as gl
from graphlab._src.viz import export as take_away
from graphlab._src.viz import page as pages
from graphlab._src.viz import protocol

needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz's dot is optional")
NAMES = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    'quo"te',
    r"back\nslash",
    "port:1",
    "a\x00\x07b",
    "rtl\u202egpj",
    "]]>",
]


@pytest.fixture
def graph():
    """Four isomorphic layers, a loss and its training."""
    with gl.Graph().as_default() as graph:
        flow = gl.placeholder(gl.float32, [None, 4], name="x")
        for i in range(4):
            with gl.name_scope(f"layer_{i}"):
                weights = gl.Variable(gl.ones([4, 4]), name="weights")
                flow = gl.nn.relu(gl.matmul(flow, weights), name="out")
        with gl.name_scope("loss"):
            loss = gl.reduce_mean(flow, name="value")
        gl.train.MomentumOptimizer(0.1, 0.9).minimize(loss, name="train")
        yield graph


def texts(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]


def test_layers_that_repeat_are_one_node_and_training_is_auxiliary(graph):
    source = gl.to_dot(graph)
    assert '"layer_0 … layer_3' in source and r"4 × " in source
    model, auxiliary = source.split("subgraph cluster_ {")
    assert 'layer_0 -> "loss/value"' in source and "gradients" not in model
    assert "label=auxiliary" in auxiliary and "gradients" in auxiliary


def test_depth_opens_scopes_as_clusters(graph):
    with gl.name_scope("other"):
        copy = gl.identity(graph.get_tensor_by_name("loss/value:0"), name="copy")
        gl.square(copy, name="square")
    assert "cluster_" not in gl.to_dot(graph, depth=0).split("auxiliary")[0].replace("cluster_ {", "")
    source = gl.to_dot(graph, depth=1)
    assert re.search(r'subgraph (")?cluster_loss', source) and re.search(r'subgraph (")?cluster_other', source)
    assert '"loss/value" -> "other/copy"' in source


def test_a_scope_is_drawn_alone_and_an_operation_is_highlighted(graph):
    source = gl.to_dot("layer_1")
    assert '"layer_1/MatMul" -> "layer_1/out" [label=" ?×4"]' in source and "loss" not in source
    (line,) = [line for line in gl.to_dot("loss/value", depth=1).splitlines() if 'label="value' in line]
    assert "penwidth" in line


@needs_dot
def test_svg_is_a_diagram_of_the_names(graph):
    assert {"x", "float32 ?×4", "layer_0 … layer_3", "auxiliary"} <= set(texts(gl.to_svg(graph)))


@needs_dot
@pytest.mark.parametrize("name", NAMES)
def test_names_are_text_in_everything_that_is_taken_away(graph, name, tmp_path):
    graph.get_operations()[0]._name = name
    visible = re.sub("[\x00-\x1f\u202e]", "\ufffd", name)
    assert visible in texts(gl.to_svg(graph, depth=0))  # of a chain of scopes with one child each the whole path
    assert gl.save_html(graph, tmp_path / "page.html", highlight=[graph.get_operations()[0]]) == tmp_path / "page.html"
    page = (tmp_path / "page.html").read_text()
    assert page.count("<script") == 3 and page.count("</script>") == 3 and "<img" not in page


def test_svg_says_what_is_missing(graph, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RuntimeError, match="(?s)no program `dot` here.*fix     install Graphviz"):
        gl.to_svg(graph)


@needs_dot
def test_svg_gives_up_in_time_and_says_what_to_do(graph, monkeypatch):
    monkeypatch.setattr(take_away, "_TIME_LIMIT", 0.0)
    with pytest.raises(RuntimeError, match=r"(?s)diagram of \d+ boxes in 0 seconds.*fix     open fewer scopes"):
        gl.to_svg(graph)


def test_page_of_a_file_holds_its_graph(graph, tmp_path, monkeypatch):
    (tmp_path / "app.js").write_text("")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    (tmp_path / "model.pb").write_bytes(graph.as_graph_def().SerializeToString())
    page = Path(gl.save_html(str(tmp_path / "model.pb"), tmp_path / "page.html")).read_text()
    piece = json.loads(re.findall(r'id="source">(.*?)</script>', page)[0])["chunks"][0]
    assert "x" in protocol.unpacked(base64.b64decode(piece))["names"]


def test_page_holds_all_that_it_needs(graph, tmp_path, monkeypatch):
    (tmp_path / "app.js").write_text("export const show = 1;")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    with graph.as_default():
        gl.save_html("loss", str(tmp_path / "a&b.html"), depth=2)
    page = (tmp_path / "a&b.html").read_text()
    assert f"<title>{html.escape('a&b – graphlab')}</title>" in page
    assert not re.search(r"https?:|(src|href)=", page)
    assert re.findall(r"<h\d", page) == ["<h1", "<h2"]  # beneath which cards and panels have theirs
    app, source = re.findall(r'<script type="[^"]*" id="\w+">(.*?)</script>', page)
    assert zlib.decompress(base64.b64decode(app)) == b"export const show = 1;"
    source = json.loads(source)
    assert source["messages"] == [{"type": "show", "depth": 2, "at": "loss"}]
    piece = protocol.unpacked(base64.b64decode(source["chunks"][0]))
    assert -1 not in piece["attributes"] and len(piece["ids"]) == graph.version
