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
