"""Networks written in one line: expected values are TensorFlow 1.15's."""

import numpy as np
import pytest

import graphlab as tf

specs = tf.contrib.specs


@pytest.fixture
def run():
    with tf.Graph().as_default(), tf.Session() as session:

        def value(fetches):
            session.run(tf.global_variables_initializer())
            return session.run(fetches)

        yield value


def test_a_text_makes_a_network(run):
    image = tf.placeholder_with_default(np.ones([1, 8, 8, 5], np.float32), [1, 8, 8, 5])
    made = specs.create_net("net = (Cr(n, [3, 3]) | Mp([2, 2])) ** 2 | Flat | Fm(3)", image, {"n": 4})
    assert made.shape == [1, 3] and run(made).sum() == pytest.approx(1)
    assert specs.tf_structure(made).split()[-6:] == ["reshape", "variablev2", "dot", "variablev2", "biasadd", "softmax"]
    lines = []
    specs.tf_parameter_summary(made, lines.append)
    assert [line.split()[:2] for line in lines][1:] == [
        *(["184", "Conv"], ["0", "MaxPool2D"], ["148", "Conv_1"], ["0", "MaxPool2D_1"], ["0", "Flatten"]),
        ["51", "fully_connected"],
    ]


def test_networks_are_combined_and_share_variables(run):
    x = tf.ones([2, 3])
    with specs.LocalImport({"Twice": specs.Fun(tf.multiply, 2.0)}):
        found = Twice.funcall(x), (specs.Id + specs.Id * Twice).funcall(x)  # noqa: F821  # pyright: ignore[reportUndefinedVariable]
    assert [value.tolist() for value in run(found)] == [[[2.0] * 3] * 2, [[3.0] * 3] * 2]
    shared = specs.create_net("f = Shared(Fs(3)); net = f | f", x)
    assert shared.shape == [2, 3] and len(tf.trainable_variables()) == 2
    assert specs.get_positional([1], {"_2": 3, "a": 4}) == ([1, None, 3], {"a": 4})
    assert run(specs.Import("import numpy\nf = numpy.negative").funcall(1.0) * x)[0, 0] == -1


def test_texts_are_checked_and_have_parameters():
    found = specs.eval_params("a = 5; b = sqrt(4.0); c = Ui(3, 3)", {"z": 1})
    assert found == {"z": 1, "a": 5, "b": 2.0, "c": 3}
    with pytest.raises(ValueError, match="keyword 'while' found in spec"):
        specs.eval_spec("while x: pass")
    specs.check_keywords("x = 'import'")
    with pytest.raises(ValueError, match="spec failed to create 'net'"):
        specs.create_net_fun("x = 3")
