"""Each exercise of the course: its solution is correct, and typical wrong answers get the hint that was meant for them."""

import re

import pytest

from graphlab import teach

EXERCISES = [exercise for exercise in teach.exercises() if re.match(r"ex\d\d_", exercise.name)]
MISTAKES = [(exercise, i) for exercise in EXERCISES for i in range(len(exercise.mistakes))]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_the_solution_is_correct(exercise):
    verdict = exercise.check_solution()
    assert verdict.correct, verdict
    assert verdict.right
    assert verdict.score == 1


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_there_are_three_typical_mistakes_and_no_empty_answer_is_correct(exercise):
    assert len(exercise.mistakes) >= 3
    for empty in (
        (),
        (None,) * len(exercise.parameters),
        (...,),
        ([],),
        ("",),
        (lambda *_: None,) * len(exercise.parameters),
    ):
        assert not exercise(*empty).correct


@pytest.mark.parametrize(("exercise", "i"), MISTAKES, ids=lambda item: getattr(item, "name", item))
def test_a_typical_mistake_gets_the_hint_that_was_meant_for_it(exercise, i):
    mistake = exercise.mistakes[i]
    verdict = exercise.answer_of(mistake.make)
    assert not verdict.correct
    assert mistake.caught in f"{verdict.wrong} {verdict.hint}", verdict
    assert verdict.score < 1


def test_hints_say_more_each_time_and_the_solution_comes_last():
    exercise = teach.exercise("ex08_reuse")
    assert [exercise.hint(level)._repr_markdown_() for level in (1, 2, 3)] == [
        f"**Hint {i} of 3.** {hint}" for i, hint in enumerate(exercise.hints, 1)
    ]
    assert str(exercise.hint(1)).startswith("Hint 1 of 3. 'tf.get_variable' makes")
    assert exercise.hint(4) == exercise.solution()
    assert "def layer(x):" in exercise.solution()
