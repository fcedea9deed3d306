"""Cluster resolvers: which tasks there are, and which of them this process is."""

import json

import pytest

import graphlab as tf

resolvers = tf.distribute.cluster_resolver
CLUSTER = {"worker": ["a:1", "b:1"], "ps": ["c:1"]}


def test_tf_config_says_which_task_this_is(monkeypatch):
    monkeypatch.setenv("TF_CONFIG", json.dumps({"cluster": CLUSTER, "task": {"type": "worker", "index": 1}}))
    found = resolvers.TFConfigClusterResolver()
    assert found.cluster_spec().as_dict() == CLUSTER
    assert (found.task_type, found.task_id, found.rpc_layer) == ("worker", 1, "grpc")
    assert found.master() == "grpc://b:1" and found.master("ps", 0) == "grpc://c:1"


def test_without_tf_config_there_is_no_cluster(monkeypatch):
    monkeypatch.delenv("TF_CONFIG", raising=False)
    found = resolvers.TFConfigClusterResolver()
    assert not found.cluster_spec() and found.master() == "" and found.task_type is None


def test_a_simple_resolver_has_what_it_is_given():
    spec = tf.train.ClusterSpec(CLUSTER)
    found = resolvers.SimpleClusterResolver(
        spec, "grpc://a:1", "worker", 0, num_accelerators={"GPU": 2}, rpc_layer="grpc"
    )
    assert found.master() == "grpc://a:1" and found.master("ps", 0) == "grpc://c:1"
    assert found.num_accelerators() == {"GPU": 2}
    with pytest.raises(TypeError, match="must be a ClusterSpec"):
        resolvers.SimpleClusterResolver(CLUSTER)


def test_resolvers_unite_their_tasks():
    parts = [{"worker": ["a:1"]}, {"worker": ["b:1"], "ps": ["c:1"]}]
    simple = [resolvers.SimpleClusterResolver(tf.train.ClusterSpec(part)) for part in parts]
    assert resolvers.UnionResolver(*simple).cluster_spec().as_dict() == CLUSTER


def test_numbered_tasks_unite_under_their_numbers():
    def united(*parts):
        simple = [resolvers.SimpleClusterResolver(tf.train.ClusterSpec({"worker": part})) for part in parts]
        return resolvers.UnionResolver(*simple).cluster_spec().as_dict()

    assert united({5: "a:1", 9: "b:1"}, {3: "c:1"}) == {"worker": {3: "c:1", 5: "a:1", 9: "b:1"}}
    assert united(["a:1"], {4: "b:1"}) == {"worker": {0: "a:1", 4: "b:1"}}
    with pytest.raises(KeyError, match="Duplicate keys detected when merging two ClusterSpecs"):
        united(["a:1", "b:1"], {1: "c:1", 3: "d:1"})


def test_all_else_comes_from_the_first_resolver():
    spec = tf.train.ClusterSpec(CLUSTER)
    first = resolvers.SimpleClusterResolver(spec, "", "worker", 1, "cloud", {"GPU": 8}, "grpc")
    union = resolvers.UnionResolver(first, resolvers.SimpleClusterResolver(tf.train.ClusterSpec({"ps": ["d:1"]})))
    assert (union.task_type, union.task_id, union.environment, union.rpc_layer) == ("worker", 1, "cloud", "grpc")
    assert union.num_accelerators() == {"GPU": 8}


class Answers:
    """An API's object: each call returns it again, and `execute` the next answer."""

    def __init__(self, *answers):
        self._answers = iter(answers)

    def __getattr__(self, name):
        return lambda **_: None if name.endswith("_next") else self

    def execute(self):
        return next(self._answers)


def test_a_tpu_by_its_address_or_name(monkeypatch):
    for name in ("KUBE_GOOGLE_CLOUD_TPU_ENDPOINTS", "TPU_NAME"):
        monkeypatch.delenv(name, raising=False)
    here = tf.contrib.cluster_resolver.TPUClusterResolver("local")
    assert (here.master(), here.cluster_spec(), here.environment) == ("local", None, "google")
    assert resolvers.TPUClusterResolver("").master() == ""
    remote = resolvers.TPUClusterResolver("grpc://10.1.2.3:8470")
    assert remote.get_master() == "grpc://10.1.2.3:8470" and remote.get_job_name() is None
    assert remote.cluster_spec().as_dict() == {"worker": ["10.1.2.3:8470"]}
    points = {"state": "READY", "networkEndpoints": [{"ipAddress": "10.0.0.1", "port": 8470}]}
    named = resolvers.TPUClusterResolver("name", "zone", "project", service=Answers(points, {"state": "CREATING"}))
    assert named.master() == "grpc://10.0.0.1:8470"
    with pytest.raises(RuntimeError, match='TPU "name" is not yet ready; state: "CREATING"'):
        named.cluster_spec()
    with pytest.raises(ValueError, match="Please provide a TPU Name to connect to"):
        resolvers.TPUClusterResolver()


def test_a_tpu_can_be_the_cluster_of_a_tpu_estimator():
    resolver = resolvers.TPUClusterResolver("grpc://10.1.2.3:8470")
    config = tf.estimator.tpu.RunConfig(cluster=resolver)
    assert config.master == config.evaluation_master == "grpc://10.1.2.3:8470"
    assert config.session_config.cluster_def.job[0].name == "worker"
    with pytest.raises(ValueError, match="Both master and cluster are set"):
        tf.estimator.tpu.RunConfig(cluster=resolver, master="")


def test_machines_of_a_cloud_are_sorted_by_address():
    items = {"items": [{"instance": "zones/z/instances/b"}, {"instance": "zones/z/instances/a"}]}
    addresses = [{"networkInterfaces": [{"networkIP": one}]} for one in ("10.0.0.2", "10.0.0.1")]
    found = resolvers.GCEClusterResolver("project", "zone", "group", 8470, service=Answers(items, *addresses))
    assert found.cluster_spec().as_dict() == {"worker": ["10.0.0.1:8470", "10.0.0.2:8470"]}
    with pytest.raises(RuntimeError, match="You cannot reset the task_type"):
        found.task_type = "ps"


def test_slurm_names_the_task_and_its_gpus(monkeypatch):
    for name, value in {"SLURM_PROCID": "3", "SLURM_NTASKS": "4", "CUDA_VISIBLE_DEVICES": ""}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("OMPI_COMM_WORLD_RANK", raising=False)
    monkeypatch.setattr(resolvers.SlurmClusterResolver, "_resolve_hostnames", lambda self: ["h1", "h2"])
    found = resolvers.SlurmClusterResolver({"ps": 1, "worker": 3}, 8888, 2, 1, tasks_per_node=2)
    assert found.cluster_spec().as_dict() == {"ps": ["h1:8888"], "worker": ["h1:8889", "h2:8888", "h2:8889"]}
    assert found.get_task_info() == ("worker", 2) and found.master() == "grpc://h2:8889"
    assert found.num_accelerators() == {"GPU": 2}
    with pytest.raises(RuntimeError, match="Requested more GPUs per node then available"):
        resolvers.SlurmClusterResolver({"worker": 4}, tasks_per_node=2)
