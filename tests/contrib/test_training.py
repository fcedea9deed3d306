"""tf.contrib.training, slim.learning and slim.losses: HParams, training steps, losses with predictions first."""

import numpy as np
import pytest

import graphlab as tf

slim = tf.contrib.slim


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def params():
    return tf.contrib.training.HParams(rate=0.1, n=3, layers=[1, 2], name="a", flag=True)


def test_hparams_are_changed_by_text():
    hparams = params().parse("rate=0.5,layers=[4,5, 6],name=xyz,flag=false")
    assert hparams.values() == {"rate": 0.5, "n": 3, "layers": [4, 5, 6], "name": "xyz", "flag": False}
    assert hparams.parse_json('{"n": 7}').n == 7 and "n" in hparams and hparams.get("m", 2) == 2
    assert str(params()) == "rate=0.1,n=3,layers=[1, 2],name=a,flag=True"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rate=x", "Could not parse hparam 'rate' of type 'float' with value 'x' in rate=x"),
        ("zz=1", "Unknown hyperparameter type for zz"),
        ("n=[1,2]", "Must not pass a list for single-valued parameter: n"),
        ("layers=3", "Must pass a list for multi-valued parameter: layers"),
        ("n=1,n=2", "Multiple assignments to variable 'n' in n=1,n=2"),
        ("n=[1", r"Malformed hyperparameter value: n=\[1"),
    ],
)
def test_hparams_refuse(text, message):
    with pytest.raises(ValueError, match=message):
        params().parse(text)


def test_hparams_keep_their_types():
    with pytest.raises(ValueError, match="Could not cast hparam 'n'"):
        params().set_hparam("n", 1.5)
    with pytest.raises(ValueError, match="Hyperparameter name is reserved: n"):
        params().add_hparam("n", 1)
    assert params().override_from_dict({"rate": 2}).rate == 2.0


def test_a_train_op_steps_clips_and_updates_averages():
    hidden = slim.fully_connected(tf.ones([4, 3]), 2, normalizer_fn=slim.batch_norm)
    weights = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
    loss = tf.reduce_sum(tf.matmul(hidden + 1.0, weights))
    train = slim.learning.create_train_op(
        loss, tf.train.GradientDescentOptimizer(1.0), variables_to_train=[weights], clip_gradient_norm=0.5
    )
    assert tf.get_collection(tf.GraphKeys.TRAIN_OP)[-1] is train
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        before = sess.run(weights)
        sess.run(train)
        assert sess.run(tf.train.get_global_step()) == 1
        np.testing.assert_allclose(np.linalg.norm(before - sess.run(weights)), 0.5, rtol=1e-5)
        assert sess.run("fully_connected/BatchNorm/moving_variance:0").max() < 1


def test_variables_come_from_checkpoints(tmp_path):
    slim.fully_connected(tf.ones([1, 2]), 2, scope="fc")
    variables = slim.get_model_variables()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        path = tf.train.Saver().save(sess, str(tmp_path / "model"))
        before = sess.run(variables)
    with tf.Session() as sess:
        assign = slim.assign_from_checkpoint_fn(path, variables)
        assert assign is not None
        assign(sess)
        np.testing.assert_array_equal(sess.run(variables)[0], before[0])
        assign, feeds = slim.assign_from_checkpoint(path, {"fc/biases": variables[1]})
        sess.run(assign, feeds)
    with pytest.raises(ValueError, match=r"Checkpoint is missing variable \[no\]"):
        slim.assign_from_checkpoint(path, {"no": variables[0]})


@pytest.mark.slow
def test_losses_take_predictions_first():
    x = tf.constant(np.arange(6.0).reshape(3, 2), tf.float32)
    y = tf.constant(np.eye(3, 2), tf.float32)
    losses = [
        slim.losses.softmax_cross_entropy(x, y, label_smoothing=0.1),
        slim.losses.sigmoid_cross_entropy(x, y, weights=2.0),
        slim.losses.mean_squared_error(x, y, weights=tf.constant([1.0, 0.0, 2.0])),
        slim.losses.absolute_difference(x, y),
        slim.losses.log_loss(y * 0.5 + 0.1, y),
        slim.losses.sparse_softmax_cross_entropy(x, tf.constant([[0], [1], [1]])),
        slim.losses.mean_pairwise_squared_error(x, y),
    ]
    with tf.Session() as sess:
        values = sess.run(losses)
        total = sess.run(slim.losses.get_total_loss())
    # TensorFlow 1.15's
    np.testing.assert_allclose(values, [0.5693, 4.4023, 21.0, 2.5, 0.2405, 0.6466, 2.5], atol=1e-4)
    np.testing.assert_allclose(total, sum(values), rtol=1e-5)


def test_bags_of_words_are_means_of_vectors():
    vectors = tf.constant_initializer(np.arange(8.0).reshape(4, 2))
    encoder = tf.contrib.layers.bow_encoder
    ids = tf.constant([[1, 2, 0], [0, 0, 0]])
    sparse, dense = encoder(ids, 4, 2, initializer=vectors), encoder(ids, 4, 2, False, initializer=vectors)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(sparse).tolist() == [[3, 4], [0, 1]]
        assert sess.run(dense).tolist() == [[2, 3], [0, 1]]


def test_dense_layers_take_sparse_tensors():
    inputs = tf.SparseTensor([[0, 1], [1, 0]], [1.0, 2.0], [2, 3])
    outputs = tf.layers.Dense(2, kernel_initializer=tf.constant_initializer(np.arange(6.0).reshape(3, 2)))(inputs)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(outputs).tolist() == [[2, 3], [0, 2]]


@pytest.mark.parametrize("use_resource", [False, True])
def test_variables_go_to_the_parameter_server_with_the_least_load(use_resource):
    training = tf.contrib.training
    strategy = training.GreedyLoadBalancingStrategy(2, training.byte_size_load_fn)
    with tf.device(tf.train.replica_device_setter(ps_tasks=2, ps_strategy=strategy)):
        shapes = [10], [2], [3, 2], [], [4]
        found = [tf.get_variable(f"v{i}", shape, use_resource=use_resource) for i, shape in enumerate(shapes)]
    assert [v.device[-1] for v in found] == ["0", "1", "1", "1", "1"]
    with pytest.raises(ValueError, match="single output"):
        training.byte_size_load_fn(tf.no_op())


def test_variables_go_to_the_parameter_servers_that_tensorflow_draws():
    strategy = tf.contrib.training.RandomStrategy(3, 1)
    with tf.device(tf.train.replica_device_setter(ps_tasks=3, ps_strategy=strategy)):
        found = [tf.get_variable(f"v{i}", [2]).device[-1] for i in range(6)]
    assert found == ["2", "1", "1", "1", "2", "2"]


def test_batches_of_sequences_of_like_length():
    number = tf.train.range_input_producer(12, num_epochs=1, shuffle=False).dequeue()
    length = number % 5 + 1
    batch = tf.contrib.training.bucket_by_sequence_length(
        length, [tf.ones([length])], 2, [3, 5], dynamic_pad=True, allow_smaller_final_batch=True, capacity=20
    )
    found = []
    with tf.train.MonitoredSession() as session:
        while not session.should_stop():
            lengths, (ones,) = session.run(batch)
            assert ones.sum(1).tolist() == lengths.tolist()
            found.append(tuple(lengths))
    assert sorted(found) == [(1, 2)] * 3 + [(3, 4)] * 2 + [(5, 5)]


def test_buckets_by_number():
    number = tf.train.range_input_producer(12, num_epochs=1, shuffle=False).dequeue()
    batch = tf.contrib.training.bucket({"a": number}, number % 3, 2, 3, keep_input=number < 9)
    found = []
    with tf.train.MonitoredSession() as session:
        while not session.should_stop():
            which, rows = session.run(batch)
            found.append((which, rows["a"].tolist()))
    assert sorted(found) == [(0, [0, 3]), (1, [1, 4]), (2, [2, 5])]  # what fills no batch is dropped
    with pytest.raises(ValueError, match="Buckets must contain sequential increasing lengths, but saw: 3 before 2"):
        tf.contrib.training.bucket_by_sequence_length(1, [1], 1, [3, 2])


def test_hyperparameters_are_a_collection_of_a_meta_graph():
    values = {
        "rate": 0.5,
        "n": 3,
        "name": "ab",
        "on": True,
        "sizes": [1, 2],
        "words": ["a", "b"],
        "flags": [True, False],
    }
    message = tf.contrib.training.HParams(**values).to_proto()
    # TensorFlow 1.15's bytes of one of them
    assert (
        tf.contrib.training.HParams(sizes=[1, 2]).to_proto().SerializeToString()
        == b'\n\x0f\n\x05sizes\x12\x06"\x04\n\x02\x01\x02'
    )
    tf.add_to_collection("hparams", tf.contrib.training.HParams(hparam_def=message))
    meta = tf.train.export_meta_graph()
    with tf.Graph().as_default():
        tf.train.import_meta_graph(meta)
        (found,) = tf.get_collection("hparams")
    assert found.values() == values
    with pytest.raises(ValueError, match="mutually exclusive"):
        tf.contrib.training.HParams(hparam_def=message, rate=0.1)
