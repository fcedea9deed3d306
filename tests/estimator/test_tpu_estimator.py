"""TPUEstimator without a TPU: sizes of batches for its functions, metrics and summaries by functions; numbers of 1.15."""

import numpy as np
import pytest

import graphlab as tf

X = np.random.RandomState(0).rand(12, 3).astype(np.float32)
Y = X.sum(1, keepdims=True)
seen = []


def model(features, labels, mode, params):
    seen.append((mode, params["batch_size"], params["use_tpu"]))
    found = tf.matmul(features["x"], tf.get_variable("w", [3, 1], initializer=tf.constant_initializer(0.1)))
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.estimator.tpu.TPUEstimatorSpec(mode, predictions={"y": found})
    loss = tf.reduce_mean(tf.square(found - labels))
    optimizer = tf.tpu.CrossShardOptimizer(tf.train.GradientDescentOptimizer(0.1))

    def summaries(step, loss):
        with tf.contrib.summary.create_file_writer(params["folder"]).as_default():
            with tf.contrib.summary.always_record_summaries():
                tf.contrib.summary.scalar("host", loss[0], step=step[0])
                return tf.contrib.summary.all_summary_ops()

    step = tf.train.get_global_step()
    return tf.estimator.tpu.TPUEstimatorSpec(
        mode,
        loss=loss,
        train_op=optimizer.minimize(loss, step) if mode == tf.estimator.ModeKeys.TRAIN else None,
        eval_metrics=(
            lambda labels, y: {"mae": tf.metrics.mean_absolute_error(labels, y)},
            {"labels": labels, "y": found},
        ),
        host_call=(summaries, [tf.reshape(step, [1]), tf.reshape(loss, [1])]),
    )


def input_fn(params):
    dataset = tf.data.Dataset.from_tensor_slices(({"x": X}, Y))
    return dataset.repeat(2).batch(params["batch_size"], drop_remainder=True)


def estimator(folder, params=None, **kwargs):
    config = tf.estimator.tpu.RunConfig(
        model_dir=str(folder), tpu_config=tf.estimator.tpu.TPUConfig(iterations_per_loop=3, num_shards=8)
    )
    return tf.estimator.tpu.TPUEstimator(model, config=config, params=params, **kwargs)


def test_it_trains_evaluates_and_predicts_as_tensorflow_does(tmp_path):
    seen.clear()
    sizes = {"train_batch_size": 4, "eval_batch_size": 6, "predict_batch_size": 5}
    one = estimator(tmp_path / "model", {"folder": str(tmp_path / "host")}, use_tpu=False, **sizes)
    one.train(input_fn, max_steps=5)
    found = one.evaluate(input_fn, steps=2)
    assert found["global_step"] == 5
    np.testing.assert_allclose([found["loss"], found["mae"]], [0.20649, 0.43466], atol=2e-5)
    rows = list(one.predict(lambda params: tf.data.Dataset.from_tensor_slices({"x": X}).batch(params["batch_size"])))
    np.testing.assert_allclose([row["y"][0] for row in rows[:3]], [1.38457, 1.18892, 1.72853], atol=2e-5)
    assert seen == [("train", 4, False), ("eval", 6, False), ("infer", 5, False)]
    assert sorted(one.get_variable_names()) == ["global_step", "w"]
    written = [
        (event.step, value.tag)
        for path in sorted((tmp_path / "host").iterdir())
        for event in tf.train.summary_iterator(str(path))
        for value in event.summary.value
    ]
    assert written[:5] == [(step, "host") for step in range(5)]


def test_what_a_tpu_estimator_refuses(tmp_path):
    with pytest.raises(ValueError, match="`config` must be provided with type `tpu_config.RunConfig`"):
        tf.estimator.tpu.TPUEstimator(model, config=tf.estimator.RunConfig(), use_tpu=False)
    with pytest.raises(ValueError, match="`train_batch_size` cannot be `None`"):
        estimator(tmp_path)
    with pytest.raises(ValueError, match="are reserved keys but existed in params"):
        estimator(tmp_path, {"context": 1}, use_tpu=False)
    with pytest.raises(RuntimeError, match=r"Cannot find any TPU cores in the system\. Pass use_tpu=False"):
        estimator(tmp_path, train_batch_size=8).train(input_fn, steps=1)
    with pytest.raises(KeyError, match="batch_size"):
        estimator(tmp_path, use_tpu=False).train(input_fn, steps=1)
    with pytest.raises(ValueError, match="does not include params argument, required by TPUEstimator"):
        estimator(tmp_path, use_tpu=False).train(lambda: None, steps=1)


def test_what_a_spec_refuses():
    spec, loss, rows = tf.estimator.tpu.TPUEstimatorSpec, tf.constant(1.0), tf.ones([2])
    with pytest.raises(
        RuntimeError, match="length of tensors 2 does not match method args of the function, which takes 1"
    ):
        spec("eval", loss=loss, eval_metrics=(lambda a: {}, [rows, rows]))
    with pytest.raises(TypeError, match=r"host_call\[0\] should be callable"):
        spec("eval", loss=loss, host_call=(3, [rows]))
    with pytest.raises(ValueError, match="Missing train_op"):
        spec("train", loss=loss)


def test_settings():
    settings = tf.estimator.tpu.TPUConfig
    assert settings().per_host_input_for_training == tf.estimator.tpu.InputPipelineConfig.PER_HOST_V1
    assert settings(per_host_input_for_training=False).per_host_input_for_training == 1
    with pytest.raises(ValueError, match="Invalid TPUConfig `iterations_per_loop` value"):
        settings("0s")
    with pytest.raises(ValueError, match="num_cores_per_replica must be 1, 2, 4, 8, 16, 32, 64, 128; got 3"):
        settings(num_cores_per_replica=3)
    config = tf.estimator.tpu.RunConfig(master="grpc://a:1", session_config=None)
    assert (config.master, config.evaluation_master, config.session_config) == ("grpc://a:1", "grpc://a:1", None)
    changed = config.replace(tpu_config=settings(7)).replace(save_summary_steps=1)
    assert (changed.tpu_config.iterations_per_loop, config.tpu_config.iterations_per_loop) == (7, 2)
