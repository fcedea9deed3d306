"""import_graph_def: names, maps, scopes, and what it says of a GraphDef that is not right."""

import pytest

import graphlab as tf
from graphlab._src.proto import text_format

A = 'node { name: "A" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }'
B = 'node { name: "B" op: "Identity" input: "A" attr { key: "T" value { type: DT_FLOAT } } }'


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def load(text, **kwargs):
    return tf.import_graph_def(text_format.Parse(text, tf.GraphDef()), **kwargs)


def names(graph):
    return [op.name for op in graph.get_operations()]


def test_names_go_under_a_scope(graph):
    assert load(A + B) is None
    load(A, name="")
    load(A, name="mine")
    load(A, name="mine")
    with tf.name_scope("outer"):
        load(A)
        load(A, name="outer/again/")
        load('node { name: "top" op: "NoOp" }', name="")
    assert names(graph) == [
        "import/A", "import/B", "A", "mine/A", "mine_1/A", "outer/import/A", "outer/again/A", "top",
    ]  # fmt: skip


def test_elements_are_returned_in_the_requested_order():
    b, a, b_op = load(A + B, return_elements=["B:0", "A", "B"])
    assert b.name == "import/B:0"
    assert a.name == "import/A"
    assert b.op is b_op


def test_an_input_is_replaced_by_a_tensor_or_a_value():
    seven = tf.constant(7.0, name="seven")
    (b,) = load(A + B, input_map={"A": seven}, return_elements=["B"])
    assert list(b.inputs) == [seven]
    (b,) = load(A + B, input_map={"A:0": 8.0}, return_elements=["B"], name="eight")
    assert b.inputs[0].name == "eight/_inputs/Const:0"


def test_scopes_apply_to_what_is_imported():
    wait = tf.constant(1.0, name="wait")
    with tf.control_dependencies([wait]), tf.device("/job:worker"):
        a, b = load(A + B, return_elements=["A", "B"])
    assert a.control_inputs == b.control_inputs == [wait.op]
    assert a.device == "/job:worker"


def test_attributes_of_the_scopes_around_apply_to_what_is_imported(graph):
    tf.RegisterGradient("TwiceTheRelu")(lambda op, grad: 2 * grad)
    with tf.Graph().as_default() as source:
        tf.nn.relu(tf.placeholder(tf.float32, [2], name="x"), name="r")
        tf.Variable(1.0, name="v")
    wait, x = tf.no_op(), tf.constant([-1.0, 1.0])
    note = {"_note": tf.AttrValue(i=3)}
    scopes = graph.gradient_override_map({"Relu": "TwiceTheRelu"}), graph.container("box"), graph._attr_scope(note)
    with scopes[0], scopes[1], scopes[2], tf.control_dependencies([wait]):
        relu, v = tf.import_graph_def(source.as_graph_def(), {"x": x}, ["r", "v"])
        made = graph.create_op("Relu", [x], attrs={"T": tf.AttrValue(type=tf.float32.as_datatype_enum)})
        after = tf.negative(relu.outputs[0])
    assert relu.get_attr("_gradient_op_type") == made.get_attr("_gradient_op_type") == b"TwiceTheRelu"
    assert relu.get_attr("_note") == 3 and v.get_attr("container") == b"box"
    assert relu.control_inputs == [wait] and after.op.control_inputs == []
    with tf.Session() as session:
        (gradient,) = session.run(tf.gradients(relu.outputs[0], x))
        assert gradient.tolist() == [2, 2]


def test_devices_are_written_in_full():
    (n,) = load('node { name: "n" op: "NoOp" device: "/cpu:0" }', return_elements=["n"])
    assert n.device == "/device:CPU:0"


def test_a_type_that_graphlab_does_not_have_gets_its_outputs_from_those_who_use_them():
    (c,) = load(
        'node { name: "A" op: "Mystery" }' + B.replace('"A"', '"A:2"').replace("FLOAT", "INT32"), return_elements=["A"]
    )
    assert [tensor.dtype for tensor in c.outputs] == [tf.float32, tf.float32, tf.int32]


def test_a_failed_import_leaves_nothing_behind(graph):
    with pytest.raises(ValueError, match="expected int32"):
        load(A + B.replace("DT_FLOAT", "DT_INT32"))
    assert names(graph) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (A + A, "Node 'A' is not unique"),
        (B, "Node 'B': Unknown input node 'A'"),
        (
            A + B.replace('"A"', '"A:1"'),
            "Node 'B': Connecting to invalid output 1 of source node A which has 1 outputs",
        ),
        (A + B.replace("FLOAT", "INT32"), "was passed float from import/A:0 incompatible with expected int32."),
        (A.replace("Placeholder", "Identity").replace("dtype", "T"), "NodeDef expected inputs 'float' do not match 0 "),
        ('node { name: "A" op: "Placeholder" }', "NodeDef missing attr 'dtype' from Op<name=Placeholder"),
        ('node { name: "a b" op: "NoOp" }', "Node 'a b': Node name contains invalid characters"),
    ],
)
def test_what_is_wrong_with_a_graph_def(text, message):
    with pytest.raises(ValueError) as raised:
        load(text)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"input_map": {"C": 1.0}}, ValueError, "not found in graph_def: [C:0]"),
        ({"input_map": {"B:3": 1.0}}, ValueError, "not found in graph_def: [B:3]"),
        ({"input_map": {"A": 1.0}, "name": ""}, ValueError, "requires a non-empty `name`"),
        ({"input_map": [1]}, TypeError, "input_map must be a dictionary mapping strings to Tensor objects."),
        ({"return_elements": ["C"]}, ValueError, "Requested return node 'C' not found in graph def"),
        ({"return_elements": ["C:0"]}, ValueError, "Requested return tensor 'C:0' not found in graph def"),
        ({"return_elements": ["B:1"]}, ValueError, "Invalid return output 1 of node 'B', which has 1 output(s)"),
        ({"return_elements": ["B:x"]}, ValueError, "Cannot convert 'B:x' to a tensor name."),
        ({"return_elements": [7]}, TypeError, "return_elements must be a list of strings."),
        ({"name": "a b"}, ValueError, "'a b' is not a valid scope name"),
    ],
)
def test_what_is_wrong_with_an_argument(arguments, error, message):
    with pytest.raises(error) as raised:
        load(A + B, **arguments)
    assert message in str(raised.value)


def test_only_a_graph_def_is_imported():
    with pytest.raises(TypeError, match="graph_def must be a GraphDef proto"):
        tf.import_graph_def(tf.NodeDef())


def test_a_version_that_cannot_be_read_is_refused():
    for text, message in (
        ("versions { producer: 5 min_consumer: 1000 }", "GraphDef min consumer version 1000 above current version 134"),
        ("versions { producer: -1 }", "GraphDef producer version -1 below min producer 0"),
        ("versions { producer: 134 bad_consumers: 134 }", "GraphDef disallows consumer version 134"),
    ):
        with pytest.raises(ValueError, match=message):
            load(text)


def test_old_placeholders_of_unknown_shape_say_that_they_are_scalars():
    node = 'node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }'
    for producer, rank in ((21, None), (22, 0)):
        (x,) = load(f"{node} versions {{ producer: {producer} }}", return_elements=["x:0"])
        assert x.shape.ndims == rank


def test_control_inputs_are_mapped():
    nodes = 'node { name: "first" op: "NoOp" } node { name: "second" op: "NoOp" input: "^first" }'
    other = tf.constant(1.0, name="other")
    second, first = load(nodes, input_map={"^first": other}, return_elements=["second", "first"])
    assert second.control_inputs == [other.op]
    assert first.control_inputs == []
    for wrong in ("first", "^third"):
        with pytest.raises(ValueError, match="Attempted to map inputs that were not found in graph_def"):
            load(nodes, input_map={wrong: other})


def test_a_graph_with_unknown_types_is_drawn_and_names_all_of_them(graph):
    load(A + 'node { name: "f" op: "Foo" input: "A" } node { name: "b" op: "Bar" input: "f:1" }', name="")
    data, _ = graph._repr_mimebundle_()
    assert "Foo" in str(data)
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match="'Foo', 'Bar'"):
        session.run("b", {"A:0": 1.0})


LATER = """
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {
  dim { size: 1 } dim { size: 2 } dim { size: 2 } dim { size: 1 } } } } }
node { name: "w" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "value" value { tensor {
  dtype: DT_FLOAT tensor_shape { dim { size: 1 } dim { size: 1 } dim { size: 1 } dim { size: 1 } } float_val: 3 } } } }
node { name: "y" op: "DepthwiseConv2dNative" input: "x" input: "w" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "strides" value { list { i: 1 i: 1 i: 1 i: 1 } } } attr { key: "padding" value { s: "VALID" } }
  attr { key: "explicit_paddings" value { list { } } } }
node { name: "top" op: "TopKV2" input: "x" input: "k" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "index_type" value { type: DT_INT32 } } }
node { name: "k" op: "Const" attr { key: "dtype" value { type: DT_INT32 } } attr { key: "value" value { tensor {
  dtype: DT_INT32 tensor_shape { } int_val: 1 } } } }
node { name: "product" op: "BatchMatMulV2" input: "x" input: "x" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "adj_y" value { b: true } } attr { key: "grad_x" value { b: true } } }
"""


def test_attributes_of_later_releases_are_dropped_where_they_have_their_defaults(graph):
    load(LATER, name="")
    assert set(graph.get_operation_by_name("y").node_def.attr) & {"explicit_paddings"} == set()
    assert set(graph.get_operation_by_name("top").node_def.attr) == {"T", "sorted"}


def test_attributes_of_later_releases_with_another_meaning_are_refused():
    with pytest.raises(ValueError, match=r"NodeDef mentions attr 'explicit_paddings' not in Op<name=DepthwiseConv2dN"):
        load(LATER.replace("list { }", "list { i: 1 }"))
    with pytest.raises(ValueError, match=r"NodeDef mentions attr 'index_type' not in Op<name=TopKV2"):
        load(LATER.replace('"index_type" value { type: DT_INT32', '"index_type" value { type: DT_INT64'))


def test_nodes_have_the_default_values_of_their_attributes_afterwards():
    message = tf.GraphDef()
    message.node.add(op="Placeholder", name="x").attr["dtype"].type = tf.float32.as_datatype_enum
    message.node.add(op="Complex", name="c", input=["x", "x"]).attr["Tout"].type = tf.complex64.as_datatype_enum
    message.node.add(op="NoOp", name="none")
    tf.import_graph_def(message)
    x, c, none = message.node
    assert x.attr["shape"].shape.unknown_rank
    assert sorted(c.attr) == ["T", "Tout"] and c.attr["T"].type == tf.float32.as_datatype_enum
    assert not none.attr


def test_the_name_of_a_scope_with_operations_is_taken(graph):
    with tf.name_scope("A"):
        tf.constant(1, name="one")
    with tf.name_scope("B"):
        pass
    load(A + B, name="")
    assert names(graph) == ["A/one", "A_1", "B"]


def test_what_is_colocated_is_where_its_group_is(graph):
    group = 'attr { key: "_class" value { list { s: "loc:@A" } } }'
    load(A.replace("op:", 'device: "/device:CPU:0" op:') + B[:-1] + group + "}", name="")
    assert [op.device for op in graph.get_operations()] == ["/device:CPU:0"] * 2


def test_a_graph_of_2015_is_normalized():
    inputs = "".join(A.replace('"A"', f'"{name}"') for name in "tmvbg")
    node = """node { name: "y" op: "BatchNormWithGlobalNormalization" input: "t" input: "m" input: "v" input: "b" input: "g"
      attr { key: "T" value { type: DT_FLOAT } } attr { key: "variance_epsilon" value { f: 0.25 } }
      attr { key: "scale_after_normalization" value { b: SCALED } } }"""
    feeds = {"t:0": [[[[3.0, 5.0]]]], "m:0": [1.0, 1.0], "v:0": [0.75, 3.75], "b:0": [10.0, 20.0], "g:0": [3.0, 4.0]}
    for scaled, result in (("true", [16, 28]), ("false", [12, 22])):
        with tf.Graph().as_default(), tf.Session() as session:
            load(inputs + node.replace("SCALED", scaled), name="")
            assert session.run("y:0", feeds).ravel().tolist() == result
            y = session.graph.get_tensor_by_name("y:0")
            found = tf.gradients(y, list(y.op.inputs))
            assert {tensor.op.type for tensor in found} == {"BatchNormWithGlobalNormalizationGrad"}
            along_t, along_v = ([3, 2], [-3, -1]) if scaled == "true" else ([1, 0.5], [-1, -0.25])
            expected = [along_t, [-x for x in along_t], along_v, [1, 1], [2, 2] if scaled == "true" else [0, 0]]
            assert [one.ravel().tolist() for one in session.run(found, feeds)] == expected


def test_a_node_may_be_named_as_a_scope_of_its_own_file():
    with tf.Graph().as_default() as source:
        tf.constant(1.0, name="m/x")
    definition = source.as_graph_def()
    named = definition.node.add()
    named.CopyFrom(definition.node[0])
    named.name = "m"
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(definition, name="")
        assert [op.name for op in graph.get_operations()] == ["m/x", "m"]
        tf.import_graph_def(definition, name="")
        assert [op.name for op in graph.get_operations()][2:] == ["m/x_1", "m_1"]


@pytest.mark.parametrize("name", ["A", "A:0"])
def test_what_is_in_place_of_a_node_needs_no_node(name):
    with tf.Graph().as_default(), tf.Session() as session:
        (b,) = load(B, input_map={name: tf.constant(7.0)}, return_elements=["B"])
        assert session.run(b.outputs[0]) == session.run(tf.identity(b.inputs[0]))
