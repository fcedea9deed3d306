"""The server extension of Jupyter: files are read in processes that serve one file after the other."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

import graphlab as tf
from graphlab._src.cli import file_lines
from graphlab._src.server.converters import Converters

NODE = tf.GraphDef(node=[{"name": "a", "op": "NoOp"}])


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.pb"
    path.write_bytes(NODE.SerializeToString())
    return str(path)


def test_progress_comes_before_the_graph(model):
    reading, drawing, found, rest = file_lines.lines(model, "model.pb")
    assert reading == {"type": "progress", "stage": "reading", "bytes": NODE.ByteSize()}
    assert drawing == {"type": "progress", "stage": "drawing", "operations": 1}
    assert (found["type"], found["line"], len(found["chunks"])) == ("graph", "GraphDef, 1 operation", 1)
    assert rest["tables"][0] == {"title": "Operations by type", "rows": [["NoOp", "1"]], "more": 0}


def test_a_reason_names_the_file_as_the_reader_knows_it(tmp_path):
    (tmp_path / "noise.pb").write_bytes(b"\xff" * 100)
    (*_, last) = file_lines.lines(str(tmp_path / "noise.pb"), "folder/noise.pb")
    assert last["type"] == "failed"
    assert last["why"].startswith("folder/noise.pb is no GraphDef")


@pytest.mark.slow
def test_a_process_reads_file_after_file_and_one_that_dies_is_replaced(model):
    async def read(converters):
        async with converters.one() as converter:
            lines = [json.loads(line) async for line in converter.lines(model, "model.pb")]
            return converter, lines[-1]["type"]

    async def scene():
        converters = Converters()
        first, kind = await read(converters)
        again, _ = await read(converters)
        assert (kind, again) == ("tables", first)
        first.end()
        await first.wait()
        assert await read(converters) == (first, "tables")
        async with converters.one() as converter:  # a page that goes while its file is read
            async for _ in converter.lines(model, "model.pb"):
                break
        await converter.wait()
        assert (await read(converters))[0] is not converter

    with ThreadPoolExecutor(1) as thread:  # the main thread may have the event loop of a browser
        thread.submit(asyncio.run, scene()).result()
