"""What a checker says of answers, whatever the answer does."""

import os
import random
import signal
import sys
import threading

import numpy as np
import pytest

import graphlab as tf
from graphlab import teach
from graphlab._src.teach import limits
from graphlab._src.teach.claims import RefutedError


@teach.checker("test_double", "Double", hints=("one", "two", "three"), seconds=0.5)
def double(trial: teach.Trial, build: teach.Function):
    """Write `build(x)`, which returns 2x."""
    x = trial.placeholder([None])
    y = trial.is_tensor(trial.call(build, x), [None])
    trial.value(y, [2.0, 4.0], {x: [1.0, 2.0]})


@double.solved_by
def _():
    def build(x):
        return 2 * x

    return build


def unwritten(x):
    """A function of which only the first line was written."""


def said(answer) -> str:
    verdict = double(answer)
    assert not verdict
    return repr(verdict)


def test_a_right_answer_is_correct_and_says_what_is_right():
    verdict = double(lambda x: x + x)
    assert verdict.correct
    assert repr(verdict) == "Correct: The result has the shape [?]; 'add:0' is [2.0, 4.0]."


def test_a_wrong_answer_says_what_is_right_what_is_not_and_a_hint():
    assert said(lambda x: 3 * x) == (
        "Not yet: 'mul:0' is [3.0, 6.0], not [2.0, 4.0].\nRight so far: The result has the shape [?].\nHint: one"
    )
    assert double(lambda x: 3 * x).score == 0.5


@pytest.mark.parametrize(
    ("answer", "phrase"),
    [
        (lambda x: print(end=""), "The result is nothing, not a tensor"),
        (unwritten, "There is no answer yet for 'build'"),
        (lambda x: ..., "There is no answer yet for 'build'"),
        (lambda x: x * (x > 0.0), "'tf.cast(condition, tf.float32)' does"),
        (lambda x: tf.hypot(x, x), "TensorFlow 1 has no function of this name"),  # pyright: ignore[reportAttributeAccessIssue]
        (lambda x: 1 / 0, "raises ZeroDivisionError at test_checks.py:"),
        (lambda x: tf.matmul(x, x), "raises ValueError"),
        (lambda: 1, "raises TypeError"),
        (lambda x: sys.exit(1), "Your code tries to end the program"),
        (lambda x: unprintable(), "raises UnprintableError"),
        (lambda x: (yield x), "Your function returns a generator"),
        (lambda: 1, "The task says which arguments the function has"),
        (lambda x: tf.reset_default_graph(), "Leave it the default"),
        (lambda x: (2 * x).name, "is the text 'mul:0', not a tensor"),
        (5, "must be a function, and you passed the number 5"),
        (lambda x: tf.Graph(), "is a Graph, not a tensor"),
        (lambda x: tf.constant([1.0, 2.0]), "static shape [2], not [?]"),
    ],
)
def test_no_answer_ends_in_an_error(answer, phrase):
    assert phrase in said(answer)


def test_a_mistake_in_a_call_of_run_names_the_session_as_the_learner_knows_it():
    trial = teach.Trial()
    x = trial.placeholder()
    with pytest.raises(RefutedError, match=r"TypeError at test_checks.py:\d+: Session.run\(\) got"):
        trial.call(lambda session: session.run(x, hidden=2), trial.session())


def test_a_list_too_many_around_the_numbers_gets_its_own_hint():
    trial = teach.Trial()
    with pytest.raises(RefutedError, match="shape") as refuted:
        trial.near([[1.0], [2.0]], [1.0, 2.0], "the table")
    assert "A run of `[y]` returns a list" in refuted.value.hint


def test_the_solution_is_not_drawn_beside_an_answer_that_builds_nothing():
    assert double(lambda x: 1 / 0).expected is None
    assert double(lambda x: 3 * x).expected is not None


def test_a_coroutine_is_no_answer():
    async def build(x):
        return 2 * x

    assert "Leave out 'async'" in said(build)


def unprintable():
    class UnprintableError(Exception):
        def __str__(self):
            raise ValueError

    raise UnprintableError


def test_a_session_that_the_answer_closes_is_named():
    @teach.checker("test_session", "Session", hints=("one", "two", "three"))
    def run(trial: teach.Trial, run: teach.Function):
        """Write `run(session)`."""
        trial.value(trial.placeholder([]), trial.call(run, trial.session()))

    assert run(lambda session: session.close()).wrong == "Your function closes the session that it is passed."


def test_a_run_that_waits_is_cancelled_when_time_is_over():
    @teach.checker("test_wait", "Wait", hints=("one", "two", "three"), seconds=0.5)
    def take(trial: teach.Trial, build: teach.Function):
        """Write `build()`."""
        trial.run(trial.call(build))

    threads = threading.active_count()
    verdict = take(lambda: tf.FIFOQueue(1, tf.float32).dequeue())
    assert "had not returned after 0.5 seconds" in verdict.wrong
    assert threading.active_count() == threads


def test_every_way_to_run_counts_as_a_run_and_what_is_fed_is_not_computed():
    trial = teach.Trial()
    x = trial.placeholder([])
    with trial.graph.as_default():
        y = tf.multiply(x, 2.0, name="y")
    session = trial.session()
    assert session.run(y, {x: 1.0}) == session.make_callable(y, [x])(1.0) == y.eval({x: 1.0}, session)
    handle = session.partial_run_setup([y], [x])
    assert session.partial_run(handle, y, {x: 3.0}) == 6.0
    assert session.run(y, {y: 5.0}) == 5.0
    runs = trial.makes_runs(session, at_most=5, at_least=5)
    trial.computed(runs, [2.0, 6.0], [y])
    for values, of in ((5.0, [y]), (5.0, []), (7.0, [])):
        with pytest.raises(RefutedError, match="not what a run returned"):
            trial.computed(runs, values, of)
    with pytest.raises(RefutedError, match="no run of the session that it is passed"):
        trial.makes_runs(session, at_most=5)


def test_a_terminal_shows_no_markdown_and_a_notebook_shows_code():
    verdict = teach.Verdict("T", ["`a` is **not** `b`"], 1, "say `f'{x}'`, or `'\"'`.", "**Now**")
    assert repr(verdict) == "Not yet: Say \"f'{x}'\", or `'\"'`.\nRight so far: 'a' is not 'b'.\nHint: Now"
    assert "<code>a</code> is <strong>not</strong> <code>b</code>" in verdict._repr_html_()
    exercise = teach.exercise("ex04_names")
    assert "    p = tf.constant(1.0" in repr(exercise)
    assert "```python" in exercise._repr_markdown_()
    assert not {"`", "*"} & set(str(exercise.hint(2)))


def test_a_loop_that_does_not_end_is_stopped_and_its_line_named():
    def forever(x):
        while True:
            pass

    threads = threading.active_count()
    text = said(forever)
    assert "had not returned after 0.5 seconds: it was at test_checks.py:" in text
    assert threading.active_count() == threads


def test_a_loop_that_catches_everything_is_stopped_too():
    def stubborn(x):
        for _ in range(3):
            try:
                while True:
                    pass
            except BaseException:
                pass

    threads = threading.active_count()
    assert "had not returned" in said(stubborn)
    assert threading.active_count() == threads


def test_an_interrupt_ends_a_check_and_its_thread():
    def interrupt(x):
        os.kill(os.getpid(), signal.SIGINT)
        while True:
            pass

    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        double(interrupt)
    assert threading.active_count() == threads
    assert double(lambda x: 2 * x).correct


def test_a_check_leaves_default_graphs_scopes_and_seeds_as_they_were():
    def untidy(x):
        tf.Graph().as_default().__enter__()
        tf.name_scope("left_open").__enter__()
        np.random.seed(3)
        random.seed(3)
        return 2 * x

    tf.reset_default_graph()
    graph = tf.get_default_graph()
    before = random.getstate(), np.random.get_state(legacy=False)["state"]["key"].tolist()
    assert double(untidy).correct
    assert tf.get_default_graph() is graph
    assert tf.constant(1).name == "Const:0"
    assert (random.getstate(), np.random.get_state(legacy=False)["state"]["key"].tolist()) == before


def test_a_thread_that_can_not_be_stopped_changes_no_random_numbers_later(monkeypatch):
    monkeypatch.setattr(limits, "_STOPPING", 0.05)
    go_on = threading.Event()
    assert "had not returned" in said(lambda x: go_on.wait())
    random.seed(7)
    np.random.seed(7)
    before = random.getstate(), np.random.get_state(legacy=False)["state"]["key"].tolist()
    (thread,) = [thread for thread in threading.enumerate() if thread.name == "exercise"]
    go_on.set()
    thread.join()
    assert (random.getstate(), np.random.get_state(legacy=False)["state"]["key"].tolist()) == before


def test_points_are_given_for_what_holds(capsys):
    assert double.points(lambda x: 2 * x, out_of=4) == 4
    assert double.points(lambda x: 3 * x, out_of=4) == 2
    assert double.points(None, out_of=4) == 0
    assert "Not yet" in capsys.readouterr().out
    double.require(lambda x: 2 * x)
    with pytest.raises(AssertionError, match="Not yet"):
        double.require(lambda x: 3 * x)


def test_an_unknown_exercise_names_those_that_are_like_it():
    with pytest.raises(KeyError, match="`ex08_reuse`"):
        teach.exercise("ex08_reus")


def test_ordered_names_the_read_and_the_write_that_nothing_orders():
    trial = teach.Trial()
    with trial.new_graph().as_default():
        v = tf.Variable(1.0, name="v", use_resource=True)
        read = tf.identity(v, name="read")
        write = v.assign(2.0, read_value=False, name="write")
        with tf.control_dependencies([read]):
            later = v.assign(3.0, read_value=False, name="later")
        loose, firm = tf.group(read, write), tf.group(read, later)
    trial.ordered(firm)
    with pytest.raises(RefutedError, match="`read/ReadVariableOp` and `write` use `v` in the same run"):
        trial.ordered(loose)


def test_a_function_that_returns_nothing_gets_a_hint_that_says_so():
    def forgets(x):
        y = 2 * x  # noqa: F841

    def has_no_gradient(x):
        return tf.gradients(tf.gradients(2 * x, x)[0], x)[0]

    assert "Hint: End the function with 'return' and the tensor." in said(forgets)
    assert "gradients" not in said(forgets)
    assert "'tf.gradients' has None where there is no gradient" in said(has_no_gradient)
    trial = teach.Trial()
    trial.returned(1)
    trial.returned((1, 2), 2)
    with pytest.raises(RefutedError, match="returns nothing"):
        trial.returned(None)
    with pytest.raises(RefutedError, match="returns the number 1, not 2 things"):
        trial.returned(1, 2)


def test_gradients_flow_through_loops_and_jax_functions_and_not_through_python():
    trial = teach.Trial()
    with trial.new_graph().as_default():
        x = tf.placeholder(tf.float32, [3])
        looped = tf.map_fn(lambda one: 2.0 * one, x)
        called = tf.jax_call(lambda array: 2.0 * array, x)
        host = tf.py_func(lambda array: array, [x], tf.float32)
    trial.flows(x, looped)
    trial.flows(x, called)
    trial.blocks(x, host)


def test_the_sentence_of_a_verdict_begins_with_a_capital():
    assert repr(teach.Verdict("T", [], 1, "the value is 3, not 4.")).startswith("Not yet: The value is 3")


def test_no_difference_is_drawn_where_the_graph_is_the_expected_one(monkeypatch):
    shown = []
    monkeypatch.setattr("graphlab._src.teach.verdict.live.in_notebook", lambda: True)
    monkeypatch.setattr("graphlab._src.teach.verdict.display", lambda thing, **_: shown.append(type(thing).__name__))
    graph, other = tf.Graph(), tf.Graph()
    with other.as_default():
        tf.constant(1.0)
    teach.Verdict("T", [], 1, "No.", graph=graph, expected=graph)._ipython_display_()
    assert shown == ["dict"]
    teach.Verdict("T", [], 1, "No.", graph=graph, expected=other)._ipython_display_()
    assert shown == ["dict", "dict", "HTML", "Diff"]


def test_a_tensor_in_place_of_its_value_is_a_wrong_answer():
    @teach.checker("test_value", "Value", hints=("one", "two", "three"))
    def value(trial: teach.Trial, run: teach.Function):
        """Write `run(x)`, which returns the value of 2."""
        trial.near(trial.call(run, trial.placeholder([])), 2.0, "the value")

    verdict = value(lambda x: x + 1)
    assert verdict.wrong == "the value is a Tensor, not numbers."


def test_of_many_numbers_the_first_wrong_one_is_named():
    trial = teach.Trial()
    many = np.arange(20.0).reshape(2, 10)
    trial.near(many, many, "the table")
    assert trial.right[-1] == "the table is right"
    wrong = many.copy()
    wrong[1, 2] = 7.0
    with pytest.raises(RefutedError, match=r"the table is 7.0 at \[1, 2\], not 12.0"):
        trial.near(wrong, many, "the table")
