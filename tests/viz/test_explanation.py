"""Explanations: what a selection computes, where gradients flow, which fetches need it; each sentence is exact."""

import operator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import graphlab as tf
from graphlab._src.graph import opdef
from graphlab._src.viz.explanation import calls
from graphlab._src.viz.explanation.explanation import explain
from graphlab._src.viz.explanation.sentences import text_of


def explained(name, namespace=None, graph=None):
    """The Explanation of the scope or operation of that name."""
    graph = graph or tf.get_default_graph()
    inside = [op for op in graph.get_operations() if op.name == name or op.name.startswith(f"{name}/")]
    return explain(graph, inside, namespace or {})


def computes(name, **namespace):
    return " ".join(map(text_of, explained(name, namespace).computes))


def gradients(name, **namespace):
    return " ".join(map(text_of, explained(name, namespace).flow.sentences))


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def classifier():
    """A dense layer with a loss that is minimized, and predictions that no gradient reaches."""
    x = tf.placeholder(tf.float32, [None, 784], name="x")
    labels = tf.placeholder(tf.int32, [None], name="labels")
    logits = tf.layers.dense(tf.layers.dense(x, 32, tf.nn.relu, name="hidden"), 10, name="logits")
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits, scope="loss")
    predicted = tf.argmax(logits, 1, name="predicted")
    train = tf.train.AdamOptimizer().minimize(loss)
    init = tf.global_variables_initializer()
    return {"x": x, "loss": loss, "predicted": predicted, "train": train, "init": init}


def test_dense_layer(classifier):
    assert computes("hidden") == "Dense layer: relu(x·kernel + bias), 784 inputs to 32 units."
    assert gradients("hidden", **classifier) == (
        "The gradient of loss flows through it to 2 variables in it: hidden/kernel and hidden/bias."
    )
    assert gradients("logits", **classifier) == (
        "The gradient of loss flows through it to 2 variables in it: logits/kernel and logits/bias; "
        "and to 2 variables upstream of it: hidden/kernel and hidden/bias."
    )


def test_path_of_a_gradient_leads_from_the_loss_to_what_receives_it(classifier):
    path = {op.name for op in explained("logits", classifier).flow.path}
    assert {"loss/value", "logits/MatMul", "hidden/Relu", "hidden/kernel"} <= path
    assert "x" not in path


def test_layers_one_after_the_other_are_no_single_layer():
    x = tf.placeholder(tf.float32, [None, 8], name="x")
    with tf.variable_scope("net"):
        tf.layers.dense(tf.layers.dense(x, 4, tf.nn.relu, name="a"), 2, name="b")
    assert computes("net") == "It consists of a (dense layer); b (dense layer)."
    with tf.variable_scope("sum"):
        w, v = tf.get_variable("one/kernel", [8, 2]), tf.get_variable("two/kernel", [2, 2])
        tf.subtract(w, tf.matmul(w, v), name="out")
    assert computes("sum") == "sum/out = one/kernel - one/kernel·two/kernel."


def test_dense_layer_of_sequences_is_over_the_last_axis():
    words = tf.placeholder(tf.float32, [None, 5, 4], name="words")
    tf.layers.dense(words, 7, tf.nn.tanh, name="dense")
    assert computes("dense") == "Dense layer over the last axis: tanh(words·kernel + bias), 4 inputs to 7 units."


def test_fetches_that_need_a_layer_and_those_that_do_not(classifier):
    found = explained("hidden", classifier)
    assert [(one.name, one.kind) for one in found.needed_by] == [
        ("train", "training step"),
        ("loss", "loss"),
        ("predicted", ""),
    ]
    found = explained("predicted", classifier)
    assert [one.name for one in found.needed_by] == []
    assert [one.name for one in found.others] == ["train", "loss"]


def test_a_fetch_has_its_own_name_rather_than_that_of_an_element_or_of_ipython(classifier):
    loss, train = classifier["loss"], classifier["train"]
    namespace = {"_": loss, "_2": loss, "Out": {2: loss}, "steps": {"all": train}, "losses": [loss], "loss": loss}
    assert [one.name for one in explained("hidden", namespace).needed_by] == ['steps["all"]', "loss"]


def test_fetches_without_names_are_those_of_the_graphs_collections(classifier):
    assert [one.kind for one in explained("hidden").needed_by] == ["training step", "loss"]


def test_convolution_with_batch_norm():
    images = tf.placeholder(tf.float32, [None, 28, 28, 3], name="images")
    training = tf.placeholder(tf.bool, [], name="training")
    with tf.name_scope("block"):
        made = tf.layers.conv2d(images, 8, 3, strides=2, padding="same", use_bias=False, name="conv")
        made = tf.layers.batch_normalization(made, training=training, name="norm")
        tf.nn.relu(made)
    assert computes("block/conv/Conv2D").startswith("tf.nn.conv2d: 8 filters of 3×3, stride 2, padding SAME. ")
    assert computes("block/conv") == (
        "Convolutional layer: conv2d(images, kernel), 8 filters of 3×3, stride 2, padding SAME."
    )
    assert computes("block/norm") == (
        "Batch normalization: (x - mean) / sqrt(variance + epsilon) · scale + offset for each channel. Where training is true, "
        "mean and variance are those of the batch itself, else the values of moving_mean and moving_variance."
    )
    assert (
        computes("block") == "It consists of conv (convolutional layer); norm (batch normalization); Relu (tf.nn.relu)."
    )


def test_lstm_cell():
    words = tf.placeholder(tf.float32, [None, 4], name="words")
    cell = tf.nn.rnn_cell.BasicLSTMCell(8, name="cell")
    state = tf.nn.rnn_cell.LSTMStateTuple(
        tf.placeholder(tf.float32, [None, 8], "c"), tf.placeholder(tf.float32, [None, 8], "h")
    )
    cell(words, state)
    assert computes("cell") == (
        "LSTM cell of 8 units: the new state is c' = σ(f + 1) ⊙ c + σ(i) ⊙ tanh(j), the output h' = σ(o) ⊙ tanh(c'); "
        "the gates i, f, o and the candidate j are parts of [words, h]·kernel + bias."
    )


def test_gru_cell():
    words, state = tf.placeholder(tf.float32, [None, 4], name="words"), tf.placeholder(tf.float32, [None, 8], name="h")
    tf.nn.rnn_cell.GRUCell(8, name="cell")(words, state)
    assert computes("cell").startswith("GRU cell of 8 units: the new state is h' = u ⊙ h + (1 - u) ⊙ c; ")


def test_attention():
    q, k, v = (tf.placeholder(tf.float32, [None, 5, 4], name=name) for name in "qkv")
    mask = tf.placeholder(tf.float32, [None, 5, 5], name="mask")
    with tf.name_scope("attention"):
        tf.matmul(tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / 2.0 + mask), v)
    assert computes("attention") == "Dot-product attention: softmax(q·kᵀ / 2 + mask)·v."


def test_embedding_and_dropout():
    ids = tf.placeholder(tf.int32, [None], name="ids")
    rows = tf.nn.embedding_lookup(tf.get_variable("table", [100, 8]), ids, name="lookup")
    tf.nn.dropout(rows, rate=0.2, name="dropout")
    assert computes("lookup") == "Embedding: the rows of the variable table at the positions ids."
    assert computes("dropout") == (
        "Dropout: sets each element to 0 with probability 0.2, and multiplies the others by 1.25."
    )


def test_optimizer_step(classifier):
    assert computes("Adam", **classifier) == (
        "A training step: Adam updates 4 variables from the gradient of loss: hidden/kernel, hidden/bias, "
        "logits/kernel and logits/bias."
    )
    assert computes("gradients", **classifier).startswith(
        "The gradient of loss with respect to 4 variables: hidden/kernel"
    )
    assert not gradients("Adam")


def test_variable(classifier):
    text = computes("hidden/kernel", **classifier)
    assert "hidden/kernel/Assign replaces its value." in text
    assert "Adam/update_hidden/kernel/ApplyAdam updates it." in text
    assert gradients("hidden/kernel", **classifier) == "The gradient of loss reaches it."
    assert ("init", "sets variables") in [
        (one.name, one.kind) for one in explained("hidden/kernel", classifier).needed_by
    ]


def test_placeholder(classifier):
    assert computes("x").startswith("tf.placeholder. A value that each run is fed")
    assert gradients("x", **classifier) == (
        "The gradient of loss does not flow back through it: none of the 4 variables that it is built for is upstream of it."
    )


def test_initializer_says_which_variables_it_sets(classifier):
    assert "Running it sets 14 variables: hidden/kernel, hidden/bias" in computes("init")


def test_loss_does_not_depend_on_predictions(classifier):
    assert gradients("predicted", **classifier) == "loss does not depend on it."


def test_what_stops_a_gradient_is_named():
    w = tf.get_variable("w", [3])
    stopped = tf.stop_gradient(tf.square(w, name="square"), name="stopped")
    counted = tf.cast(tf.cast(w, tf.int32, name="whole"), tf.float32, name="back")
    gradient_of = tf.gradients(tf.add(tf.reduce_sum(stopped), tf.reduce_sum(counted), name="loss"), [w])
    assert gradient_of == [None]
    assert gradients("square") == "The gradient of loss does not reach it: stopped stops it."
    assert gradients("whole") == (
        "The gradient of loss does not reach it: whole has values of type int32, which have no gradient."
    )
    assert explained("square").flow.stops == {tf.get_default_graph().get_operation_by_name("stopped")}


def test_gradients_flow_where_they_were_built():
    """What the sentences say is what tf.gradients returns: None, or a tensor."""
    a, b = tf.get_variable("a", []), tf.get_variable("b", [])
    mean = tf.multiply(a, b, name="product")
    loss = tf.add(tf.stop_gradient(mean), a * 2.0, name="loss")
    assert [one is None for one in tf.gradients(loss, [a, b])] == [False, True]
    assert gradients("a") == "The gradient of loss reaches it. On other paths StopGradient stops it."
    assert gradients("b") == "The gradient of loss does not reach it: StopGradient stops it."


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_a_variable_receives_a_gradient_where_one_was_built(data):
    """Random graphs: a gradient reaches a variable exactly where tf.gradients does not return None."""
    whole = lambda a, b: tf.cast(tf.cast(a, tf.int32), tf.float32) + b  # noqa: E731
    one_of = [tf.add, tf.multiply, whole, lambda a, b: tf.stop_gradient(a) + b, lambda a, b: tf.sign(a) * b]
    with tf.Graph().as_default() as graph:
        variables = [tf.get_variable(f"v{i}", []) for i in range(3)]
        tensors = [tf.identity(variable) for variable in variables]
        for _ in range(data.draw(st.integers(1, 8))):
            a, b = (data.draw(st.sampled_from(tensors)) for _ in "ab")
            tensors.append(data.draw(st.sampled_from(one_of))(a, b))
        found = tf.gradients(tensors[-1], variables)
        for variable, gradient in zip(variables, found, strict=True):
            flow = explain(graph, [variable.op], {}).flow
            assert (variable.op in flow.receivers) == (gradient is not None)
            sentence = " ".join(map(text_of, flow.sentences))
            assert ("does not" in sentence) == (gradient is None), sentence
            assert not sentence.endswith("does not reach it."), "the reason is said"


def test_without_gradients_nothing_is_claimed():
    x = tf.placeholder(tf.float32, [3], name="x")
    tf.argmax(x, name="largest")
    assert gradients("largest") == (
        "No gradients have been built in this graph: tf.gradients, or an optimizer's minimize, builds them. "
        "largest has no gradient: none can flow back through it."
    )


def test_gradients_of_a_graph_from_a_file_are_not_spoken_of():
    with tf.Graph().as_default() as saved, tf.name_scope("training"):
        w = tf.get_variable("w", [])
        tf.gradients(tf.square(w, name="loss"), [w])
    tf.import_graph_def(saved.as_graph_def(), name="")
    assert gradients("w") == ("The graph has gradients that were not built here: of what they are is not recorded.")


def test_cond():
    x = tf.placeholder(tf.float32, [], name="x")
    tf.cond(tf.greater(x, 0.0, name="positive"), lambda: x * 2.0, lambda: x - 1.0, name="choice")
    assert computes("choice").startswith(
        "A choice (tf.cond): where positive is true it returns choice/mul, else choice/sub."
    )


def test_while_loop():
    x = tf.placeholder(tf.float32, [], name="x")
    tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 2.0), [0, x], name="loop")
    assert computes("loop") == (
        "A loop (tf.while_loop): repeats its body as long as v1 < 3 is true; it has 2 loop variables, and an iteration sets "
        "v1 = v1 + 1, x = x·2; v1 begins as 0."
    )


def test_gradients_of_a_function_are_spoken_of_where_they_are_called():
    w = tf.get_variable("w", [2], use_resource=True)
    double = tf.function(lambda x: x * 2.0)
    loss = tf.reduce_sum(double(w), name="loss")
    tf.gradients(loss, [w])
    assert gradients("w") == "The gradient of loss reaches it."


def test_gradient_flows_through_a_loop():
    w = tf.get_variable("w", [])
    _, power = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * w), [0, 1.0], name="loop")
    tf.gradients(power, [w])
    assert gradients("loop", loss=power) == "The gradient of loss flows through it to 1 variable upstream of it: w."


def test_formula_of_a_scope_that_is_no_layer():
    x, y = tf.placeholder(tf.float32, [None, 3], name="x"), tf.placeholder(tf.float32, [None, 3], name="y")
    with tf.name_scope("error"):
        tf.reduce_mean(tf.square(x - y), name="mean")
        # What is subtracted keeps its parentheses.
    with tf.name_scope("rest"):
        tf.subtract(x, y - x, name="out")
    assert computes("error") == "error/mean = mean((x - y)²)."
    assert computes("rest") == "rest/out = x - (y - x)."


def test_a_matrix_product_with_a_fed_tensor_is_no_dense_layer():
    a, b = tf.placeholder(tf.float32, [None, 3], name="a"), tf.placeholder(tf.float32, [3, 3], name="b")
    with tf.name_scope("product"):
        tf.nn.relu(tf.matmul(a, b))
    assert computes("product") == "product/Relu = relu(a·b)."


def test_each_call_is_a_public_function_of_a_type_that_exists():
    for op_type in calls.types():
        assert opdef.is_known(op_type)
        operator.attrgetter(str(calls.call_of(op_type)).removeprefix("tf."))(tf)
