"""Modules of tensorflow.python.distribute that TensorFlow keeps to itself."""

from importlib import import_module

import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def distribute(name):
    return import_module(f"tensorflow.python.distribute.{name}")


def test_the_whole_name_of_a_device():
    module = distribute("device_util")
    assert module.canonicalize("") == "/replica:0/task:0/device:CPU:0"
    assert module.canonicalize("/job:worker/cpu:0") == "/job:worker/replica:0/task:0/device:CPU:0"
    assert module.canonicalize("/gpu:0", default="/job:worker/task:1") == "/job:worker/replica:0/task:1/device:GPU:0"
    assert module.canonicalize("/job:foo/gpu:0", default="/job:bar") == "/job:foo/replica:0/task:0/device:GPU:0"
    with tf.device("/cpu:0"), tf.device("/job:ps"):
        assert module.current() == "/job:ps/device:CPU:0"
        assert module.resolve("/gpu:1") == "/job:ps/replica:0/task:0/device:GPU:1"
    assert module.current() == ""
    assert module.get_host_for_device("/job:a/replica:0/task:1/gpu:3") == "/job:a/replica:0/task:1/device:CPU:0"
    assert module.local_devices_from_num_gpus(2) == ("/device:GPU:0", "/device:GPU:1")
    assert module.local_devices_from_num_gpus(0) == ("/device:CPU:0",)


def test_the_place_of_a_task_among_workers():
    module = distribute("multi_worker_util")
    cluster = {"chief": ["a:1"], "worker": ["b:1", "c:1"], "ps": ["d:1"]}
    alone = {"worker": ["b:1", "c:1"]}
    assert module.normalize_cluster_spec(cluster).as_dict() == cluster
    assert [module.is_chief(cluster, job, 0) for job in ("chief", "worker", "ps")] == [True, False, False]
    assert [module.is_chief(alone, "worker", i) for i in range(2)] == [True, False]
    assert module.collective_leader(cluster, "worker", 0) == "/job:chief/replica:0/task:0"
    assert module.collective_leader(alone, "worker", 1) == "/job:worker/replica:0/task:0"
    assert module.collective_leader({}, None, None) == ""
    assert (module.worker_count(cluster, "worker"), module.worker_count({"evaluator": ["e:1"]}, "evaluator")) == (3, 1)
    assert [module.id_in_cluster(cluster, job, i) for job, i in (("chief", 0), ("worker", 1))] == [0, 2]
    for wrong, message in (
        (("worker", 2), "The `task_id` 2 exceeds the maximum id of worker"),
        (("evaluator", 0), "`task_type` 'evaluator' not found"),
        (("x", 0), "Unrecognized task_type"),
    ):
        with pytest.raises(ValueError, match=message):
            module.is_chief(cluster, *wrong)
    with pytest.raises(ValueError, match="There is no id for task_type 'ps'"):
        module.id_in_cluster(cluster, "ps", 0)


def test_variables_of_the_first_device_are_used_on_all():
    make_fn = distribute("shared_variable_creator").make_fn
    store, made = {}, []
    first = make_fn(store, 0)
    for name in ("foo", "foo_1", "foo/bar_1/x"):
        made.append(first(lambda **options: tf.Variable(1.0, **options), name=name))
    second = make_fn(store, 1)
    assert [second(None, name=name) for name in ("foo", "foo_2", "foo/bar/x")] == made
    with pytest.raises(RuntimeError, match="mismatching name on device 1"):
        second(None, name="other")


def test_tensors_and_slices_of_several_devices():
    module = distribute("cross_device_utils")
    slices = [tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([i]), tf.constant([3, 2])) for i in (0, 2)]
    added = module.aggregate_tensors_or_indexed_slices(slices)
    half = module.divide_by_n_tensors_or_indexed_slices(added, 2)
    copied = module.copy_tensor_or_indexed_slices_to_device(half, "/cpu:0")
    mixed = module.aggregate_tensors_or_indexed_slices([slices[0], tf.ones([3, 2])])
    with tf.Session() as session:
        assert session.run(tf.convert_to_tensor(copied)).tolist() == [[0.5, 1], [0, 0], [0.5, 1]]
        assert session.run(mixed).tolist() == [[2, 3], [1, 1], [1, 1]]
    assert copied.values.device == "/device:CPU:0"
    assert module.contains_indexed_slices([tf.ones([2]), (slices[0],)])
    assert not module.contains_indexed_slices([tf.ones([2])])
    assert module.stitch_values([(["b"], [1]), (["a", "c"], [0, 2])]) == ["a", "b", "c"]
    assert module.group_device_names(["0", "1", "2", "3", "4"], 2) == [["0", "3"], ["1", "4"], ["2", "0"]]
    assert module.extract_ranges([1, 2, 3, 5, 7, 8]) == ([[1, 3], [7, 8]], [5])
