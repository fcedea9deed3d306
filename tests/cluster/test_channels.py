"""The direct way to a task of the same machine."""

import threading

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.cluster import membership
from graphlab._src.cluster.channel import Channel, ChannelServer, is_small, wait_for_end
from graphlab._src.cluster.task_actor import service_of
from graphlab._src.proto import ServerDef
from graphlab._src.session.tasks.memory import Memory
from graphlab._src.session.tasks.transport import NO_TRACE, UNKNOWN, RunMessage


@pytest.fixture(autouse=True)
def token(monkeypatch):
    monkeypatch.setenv("GRAPHLAB_CLUSTER_TOKEN", "a" * 64)


@pytest.fixture
def server():
    return ChannelServer(service_of(ServerDef(job_name="ps", task_index=0), Memory()))


MESSAGE = RunMessage("session", None, 0, [], 1, None, NO_TRACE)


def test_a_reply_comes_by_the_connection_of_its_run(server):
    channel = Channel(server.port)
    assert channel.is_open()
    used = [channel.begin(MESSAGE, None) for _ in range(3)]
    assert [channel.receive(one)[0] for one in reversed(used)] == [UNKNOWN] * 3
    assert channel.begin(MESSAGE, None) in used


def test_a_call_that_is_over_stays_over(server, monkeypatch):
    transport = membership.ClusterTransport({("ps", 0): "localhost:1"}, membership.membership())
    channel = Channel(server.port)
    tickets = [membership.Ticket(("ps", 0), None, channel.begin(MESSAGE, None), channel) for _ in range(2)]
    monkeypatch.setattr(membership.ClusterTransport, "_errors", (OSError,))
    first = transport.first(tickets, 20)
    assert first in tickets and transport.first([first], 20) is first and transport.result(first)[0] == UNKNOWN


def test_without_the_token_there_is_no_channel(server, monkeypatch):
    monkeypatch.setenv("GRAPHLAB_CLUSTER_TOKEN", "b" * 64)
    assert not Channel(server.port).is_open()
    monkeypatch.setenv("GRAPHLAB_CLUSTER_TOKEN", "a" * 64)
    assert Channel(server.port).is_open()


def test_nothing_listens_where_a_task_has_ended():
    port = tf.train.Server.create_local_server().target.rpartition(":")[2]
    waiting = threading.Thread(target=wait_for_end, args=(int(port), 0.1))
    waiting.start()
    waiting.join(20)
    assert not waiting.is_alive() and not Channel(1).is_open()


def test_large_arrays_and_texts_are_left_to_ray():
    assert is_small([np.zeros(1000)]) and is_small([])
    assert not is_small([np.zeros(100_000)]) and not is_small([np.array([b"x" * 200_000], object)])
