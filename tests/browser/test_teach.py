"""Exercises and questions in a real JupyterLab: by clicks, by keys, and what is drawn of a wrong answer."""

from playwright.sync_api import expect

MODEL = """\
import graphlab as tf
from graphlab import teach
x = tf.placeholder(tf.float32, [None, 3], name="x")
w = tf.get_variable("w", [3, 1])
y = tf.matmul(x, w, name="y")
loss = tf.reduce_mean(tf.square(y), name="loss")
other = tf.add(x, 1.0, name="other")
"""
WRONG = """\
check = teach.exercise("ex08_reuse")
def layer(x):
    return tf.matmul(x, tf.Variable(tf.zeros([4, 4]), name="w"))
check(layer)
"""


def test_questions_are_answered_in_the_diagram_and_wrong_answers_drawn(open_notebook, page):
    notebook = open_notebook(
        [
            MODEL,
            "teach.predict(loss, among=[x, w, y, other])",
            "teach.order(loss, among=[x, y, loss])",
            "teach.which_fetch([y, loss, other], seed=1)",
            WRONG,
        ]
    )
    notebook.run(0)

    notebook.run(1)
    output = notebook.output(1)
    question = output.get_by_role("group", name="Which of these does a run of loss:0 execute?")
    expect(question.get_by_role("button", name="Check")).to_be_disabled()
    output.locator('.node[data-path="x"]').click()
    output.locator('.node[data-path="other"]').click()
    expect(question.get_by_role("button", name="x ●", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    question.get_by_role("button", name="y", exact=True).focus()
    page.keyboard.press("Enter")
    question.get_by_role("button", name="Check").click()
    expect(question.get_by_role("status")).to_have_text("2 of 4 right")
    expect(question.get_by_role("button", name="w ✗", exact=True)).to_be_visible()
    question.get_by_role("button", name="other").click()
    question.get_by_role("button", name="w", exact=True).click()
    question.get_by_role("button", name="Check").click()
    expect(question.get_by_role("status")).to_have_text("4 of 4 right")

    notebook.run(2)
    order = notebook.output(2).get_by_role("group", name="In which order")
    for name in ("x", "y", "loss"):
        order.get_by_role("button", name=name, exact=True).click()
    order.get_by_role("button", name="Check").click()
    expect(order.get_by_role("status")).to_have_text("3 of 3 right")

    notebook.run(3)
    cause = notebook.output(3).get_by_role("group", name="What did it fetch?")
    for name in ("y", "loss", "other"):
        cause.get_by_role("button", name=name, exact=True).click()
    expect(cause.locator("[aria-pressed=true]")).to_have_count(1)
    cause.get_by_role("button", name="Check").click()
    expect(cause.get_by_role("status")).to_contain_text("Not this one")
    expect(cause.locator(".is-right, .is-wrong")).to_have_count(1)

    notebook.run(4)
    verdict = notebook.output(4)
    expect(verdict.get_by_role("status").first).to_contain_text("The two do not share their variables")
    expect(verdict.locator(".graphlab")).to_have_count(2)
