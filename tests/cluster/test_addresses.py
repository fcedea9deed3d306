"""What listens at a task's address: it answers who has the token, and proves that it has it too."""

import concurrent.futures
import http.client
import os
import stat

import pytest

import graphlab as tf
from graphlab._src.cluster import token
from graphlab._src.cluster.addresses import Listener, is_loopback, request, split_address


@pytest.fixture
def address(monkeypatch, tmp_path):
    monkeypatch.delenv(token.VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    server = tf.train.Server.create_local_server()
    return server.target.removeprefix("grpc://")


def status(address, **headers):
    connection = http.client.HTTPConnection(address, timeout=20)
    connection.request("GET", "/task?nonce", headers=headers)
    response = connection.getresponse()
    return response.status, response.read()


def test_a_task_answers_who_has_the_token(address, monkeypatch):
    assert (request(address, "task", 20) or {})["job"] == "local"
    assert status(address) == (403, b"")
    assert status(address, Authorization=f"Proof {token.proof('guessed', '/task?nonce')}") == (403, b"")
    monkeypatch.setenv(token.VARIABLE, "b" * 64)  # the process that listens has another one now, which it reads anew
    assert (request(address, "task", 20) or {})["task"] == 0


def test_who_has_another_token_gets_an_error(address, monkeypatch):
    calls = iter([token.proof("x", "y")])
    monkeypatch.setattr(
        "graphlab._src.cluster.addresses.proof", lambda used, text: next(calls, token.proof(used, text))
    )
    with pytest.raises(tf.errors.PermissionDeniedError, match="no task of a cluster with this process's token"):
        request(address, "task", 20)


def test_who_requests_of_a_task_that_is_being_made_waits_for_it():
    listener = Listener("localhost", 0)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        answer = pool.submit(request, f"localhost:{listener.port}", "task", 20)
        assert concurrent.futures.wait([answer], timeout=0.1).not_done
        listener.serve(lambda question: {"question": question})
        assert answer.result() == {"question": "task"}
    listener.close()


def test_nothing_answers_where_nothing_listens():
    assert request("localhost:1", "task", 1) is None


@pytest.mark.skipif(os.name == "nt", reason="files have no modes there")
def test_the_token_is_a_file_that_only_its_user_reads(address, tmp_path):
    made, file = token.cluster_token(), token.token_file()
    assert file.parent.parent == tmp_path and stat.S_IMODE(file.stat().st_mode) == 0o600
    assert made == token.cluster_token() == file.read_text() and len(file.read_text()) == 64
    file.chmod(0o644)
    with pytest.raises(tf.errors.PermissionDeniedError, match="Others may read or own the cluster's token"):
        token.cluster_token()


def test_addresses_have_a_host_and_a_port():
    assert split_address("[::1]:80") == ("[::1]", 80) and split_address("a.b:0") == ("a.b", 0)
    assert is_loopback("localhost") and is_loopback("127.0.0.9") and is_loopback("[::1]")
    assert not is_loopback("192.0.2.1") and not is_loopback("localhost.example")
