"""gl.cluster in a notebook, and what `graphlab cluster` prints of it. One process has all of it: Ray starts once."""

import os
import subprocess
import sys

import pytest

import graphlab as tf
from graphlab._src.base.package import PACKAGE
from graphlab._src.cli import main as cli
from graphlab._src.cluster.addresses import unused_ports
from graphlab._src.cluster.overview import duration

CELLS = """
import subprocess, sys
import graphlab as tf

def raised(run):
    try:
        run()
    except tf.errors.OpError as error:
        return type(error).__name__

with tf.cluster({"ps": 1, "worker": 2}) as cluster:
    with tf.device(tf.train.replica_device_setter(cluster=cluster.spec)):
        counter = tf.get_variable("counter", [1000], initializer=tf.zeros_initializer())
        add = tf.assign_add(counter, tf.ones([1000]))
    first = tf.Session(cluster.target("worker", 0))
    second = tf.Session(cluster.targets["worker"][1])
    first.run(counter.initializer)
    first.run(add)
    print(second.run(add)[0])
    server = cluster.status().tasks[0]
    print(server.task, server.load["bytes"], server.load["sessions"], len({one.load["process"] for one in cluster.status().tasks}))
    for arguments in ([], [cluster.tasks["worker", 1]]):
        done = subprocess.run([sys.executable, "-m", "graphlab", "cluster", *arguments], capture_output=True, text=True)
        print([line.split()[:3] for line in done.stdout.splitlines() if cluster.tasks["ps", 0] in line] == [
            ["ps", "0", cluster.tasks["ps", 0]]
        ], sum(any(address in line for address in cluster.tasks.values()) for line in done.stdout.splitlines()))
    cluster.kill("ps", 0)
    print(raised(lambda: first.run(add)), "does not answer" in repr(cluster), "does not answer" in cluster._repr_html_())
    cluster.restart("ps", 0)
    print(raised(lambda: first.run(add)))
    third = tf.Session(cluster.target("worker", 0))
    third.run(counter.initializer)
    print(third.run(add)[0])
print(repr(cluster), raised(lambda: tf.Session(cluster.target("ps", 0))))
with tf.Graph().as_default(), tf.cluster({"worker": 1}) as another, tf.Session(another.target("worker")) as sess:
    print(sess.run(tf.constant(4.0) + 1))
"""


@pytest.mark.slow
def test_a_notebook_starts_kills_and_restarts_the_tasks_of_a_cluster():
    pytest.importorskip("ray")
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    command = [sys.executable, "-c", CELLS]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines() == [
        "2.0",
        "('ps', 0) 4000 2 3",
        "True 3",
        "True 3",
        "UnavailableError True True",
        "AbortedError",
        "1.0",
        "<graphlab cluster of ps=1, worker=2, closed> UnavailableError",
        "5.0",
    ], done.stderr


def test_a_cluster_has_tasks():
    for jobs in ({}, {"ps": 0}):
        with pytest.raises(ValueError, match="has no tasks"):
            tf.cluster(jobs)


def test_graphlab_cluster_reports_what_a_task_of_this_process_does(capsys):
    ports = unused_ports(2)
    server = tf.train.Server({"ps": [f"localhost:{ports[0]}"], "worker": [f"localhost:{ports[1]}"]}, "worker", 0)
    with tf.Session(server.target):
        assert cli.main(["cluster", server.target]) == 0
    head, absent, present = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["task", "address", "process"]
    assert absent.split() == ["ps", "0", f"localhost:{ports[0]}", "does", "not", "answer"]
    assert present.split()[:4] == ["worker", "0", f"localhost:{ports[1]}", str(os.getpid())]
    assert cli.main(["cluster", f"localhost:{ports[0]}"]) == 1
    assert "No task answers" in capsys.readouterr().err


def test_durations_have_two_units():
    assert [duration(seconds) for seconds in (3, 60, 200, 7300, 90000)] == [
        "3 s",
        "1 min 0 s",
        "3 min 20 s",
        "2 h 1 min",
        "1 d 1 h",
    ]
