"""Questions about runs, answered in plain Python; the diagram gets the same."""

import pytest

import graphlab as tf
from graphlab import teach


@pytest.fixture
def model():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        w = tf.get_variable("w", [3, 1])
        y = tf.matmul(x, w, name="y")
        loss = tf.reduce_mean(tf.square(y), name="loss")
        other = tf.add(x, 1.0, name="other")
        yield x, w, y, loss, other


def test_a_prediction_is_right_when_it_names_what_runs_and_no_more(model):
    x, w, y, loss, other = model
    question = teach.predict(loss, among=[x, w, y, other])
    assert question.choices == ["x", "w", "y", "other"]
    assert question.answer(["x", "w", "y"]).correct
    assert question.answer([y, w, x]).correct
    assert "3 of 4 are right. 'w' runs too" in repr(question.answer(["x", "y:0"]))
    assert "'w' → 'w/read' → 'y'" in repr(question.answer(["x", "y"]))
    assert "2 of 4 are right. 'other' does not run" in repr(question.answer(["x", "y", "other"]))
    assert "no answer yet" in repr(question.answer([]))
    assert "not among the choices" in repr(question.answer(["x", "z"]))


def test_what_is_fed_cuts_off_what_only_serves_it(model):
    x, w, y, loss, other = model
    assert teach.predict(loss, among=[x, w], feeds=[y]).answer(["x"]).correct is False
    message = teach.predict(loss, among=[x, w], feeds=[y]).message
    assert message["right"] == []


def test_an_order_is_right_when_nothing_comes_before_what_it_needs(model):
    x, w, y, loss, other = model
    question = teach.order(loss, among=[x, w, y, loss])
    assert question.answer(["w", "x", "y", "loss"]).correct
    assert question.answer([x, w, y, loss]).correct
    assert "'y' can't run before 'w'" in repr(question.answer(["x", "y", "w", "loss"]))
    assert "missing: 'w'" in repr(question.answer(["x", "y", "loss"]))
    positions = [question.choices.index(name) for name in ("w", "y")]
    assert positions in question.message["pairs"]


def test_the_cause_of_a_run_is_the_fetch_that_executes_just_that(model):
    x, w, y, loss, other = model
    causes = set()
    for seed in range(6):
        question = teach.which_fetch([y, loss, other], seed)
        (right,) = question.message["right"]
        causes.add(question.choices[right])
        for name in question.choices:
            assert question.answer(name).correct == (name == question.choices[right])
    assert causes == {"y", "loss", "other"}


def test_a_question_prints_its_choices(model):
    *_, loss, other = model
    assert repr(teach.which_fetch([loss, other])) == (
        "A run executed the highlighted operations, and no others. What did it fetch?\n  loss, other\n"
        "Answer in the diagram, or with .answer([names])."
    )
    assert "Which of these does a run of 'loss:0' execute?" in teach.predict(loss)._repr_mimebundle_()[0]["text/plain"]


def test_a_large_graph_has_to_be_narrowed(model):
    *_, loss, other = model
    tf.train.AdamOptimizer().minimize(loss)
    with pytest.raises(ValueError, match="pass some of them as `among`"):
        teach.predict(loss)
    with pytest.raises(ValueError, match="nothing"):
        teach.predict("nothing")
