"""What a session remembers of its runs is bounded: what was not used for longest goes, and is made again when requested."""

import gc
import weakref

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler import lower
from graphlab._src.compiler.executables.tiers import Tier
from graphlab._src.compiler.lower import LoweredSegment
from graphlab._src.session.calls import plan_cache

pytestmark = pytest.mark.tier("compiled")


@pytest.fixture
def few_plans(monkeypatch):
    monkeypatch.setattr(plan_cache, "_MAX_PLANS", 10)


def test_plans_that_nobody_uses_are_forgotten_and_those_in_use_stay(few_plans):
    p = tf.placeholder(tf.float32)
    used = p * 2.0
    with tf.Session() as session:
        session.run(used, {p: 1.0})
        hot = session.plan(used, [p])
        first = weakref.ref(session.plan(tf.identity(p), [p]))
        for _ in range(30):
            session.plan(tf.identity(p), [p])
            assert session.run(used, {p: 2.0}) == 4
        gc.collect()
        assert first() is None
        assert session.plan(used, [p]) is hot
        assert len(session.plan_cache) == len(session.plan_cache.entries) == 10
        assert session.plan_cache.made == 32
        assert repr(session.plan_cache).startswith("Plan cache: 32 plans made")


def test_a_forgotten_plan_is_made_again(few_plans):
    p = tf.placeholder(tf.float32)
    variable = tf.Variable(1.0)
    add = variable.assign_add(p)
    with tf.Session() as session:
        session.run(variable.initializer)
        session.run(add.op, {p: 1.0})
        call = session.make_callable(add, [p])
        assert call(1.0) == 3
        for _ in range(30):
            session.plan(tf.identity(p), [p])
        assert session.run(add, {p: 1.0}) == 4
        assert call(1.0) == 5


def test_large_plans_are_forgotten_sooner(monkeypatch):
    monkeypatch.setattr(plan_cache, "_MAX_BYTES", 50 * plan_cache._OPERATION)
    p = tf.placeholder(tf.float32)
    chain = p
    for _ in range(20):
        chain = tf.identity(chain)
    with tf.Session() as session:
        for _ in range(30):
            session.plan(tf.identity(chain), [p])
        assert len(session.plan_cache) <= plan_cache._LEAST


@pytest.mark.parametrize(("limit", "collections"), [(None, 0), (20, 2)])
def test_forgotten_plans_are_collected_when_they_are_large(few_plans, monkeypatch, limit, collections):
    if limit is not None:
        monkeypatch.setattr(plan_cache, "_COLLECTED", limit * 3 * plan_cache._OPERATION)
    collected = []
    monkeypatch.setattr(plan_cache.gc, "collect", lambda: collected.append(None))
    variable = tf.Variable(1.0)
    with tf.Session() as session:
        for _ in range(50):
            session.plan(variable.assign(2.0))  # a constant, the variable, its assignment
    assert len(collected) == collections


def test_executables_for_sizes_are_bounded_and_the_last_used_stay(monkeypatch):
    monkeypatch.setattr(lower, "_MAX_EXECUTABLES", 3)
    monkeypatch.setattr(Tier, "run", lambda tier, *_: None)  # each is compiled
    p = tf.placeholder(tf.float32, [None])
    doubled = tf.while_loop(lambda i, x: i < 1, lambda i, x: (i + 1, x * 2.0), [0, p])[1]
    with tf.Session() as session:
        for size in (1, 2, 3, 1, 4, 1):
            np.testing.assert_array_equal(session.run(doubled, {p: np.ones(size)}), np.full(size, 2))
        (part,) = session.plan(doubled, [p]).parts
        assert isinstance(part, LoweredSegment)
        assert part.count == 3
        assert part.compiled_for[-1] == [(4,)]


def test_what_jax_made_of_a_segment_goes_when_the_code_is_there():
    seen = []
    traced = LoweredSegment.trace

    def trace(self, *args, **options):
        seen.append(None)
        return traced(self, *args, **options)

    p = tf.placeholder(tf.float32, [2])
    y = tf.sin(p) * 1.2345
    with tf.Session() as session, pytest.MonkeyPatch.context() as patch:
        patch.setattr(LoweredSegment, "trace", trace)
        session.run(y, {p: [1.0, 2.0]})
        assert "stablehlo" in session.plan(y, [p]).hlo(y, "stablehlo")
        count = len(seen)
        session.plan(y, [p]).hlo(y, "stablehlo")
        assert len(seen) == count + 1  # nothing was held that would spare the trace


def test_graphs_and_sessions_go_with_their_last_reference():
    def run():
        with tf.Graph().as_default() as graph, tf.Session() as session:
            p = tf.placeholder(tf.float32, [None])
            y = tf.reduce_sum(tf.tanh(p) * tf.cumsum(p))
            for size in (1, 2, 3):
                session.run(y, {p: np.ones(size)})
            return weakref.ref(graph), weakref.ref(session)

    references = run()
    gc.collect()
    assert [reference() for reference in references] == [None, None]
