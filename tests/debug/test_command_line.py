"""tfdbg's command line: commands before and after runs, read from standard input, and what they print."""

import builtins
import re

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.debug.cli import command_parser, screens, tensor_format
from graphlab._src.debug.cli.rich_text import RichTextLines, regex_find, wrap_rich_text_lines
from graphlab._src.debug.wrappers.local_cli import LocalCLIDebugWrapperSession
from graphlab._src.debug.wrappers.local_cli_hook import LocalCLIDebugHook


@pytest.fixture
def enter(monkeypatch):
    """enter(commands): what is typed."""
    monkeypatch.setattr(np, "set_printoptions", lambda **options: None)

    def enter(*commands):
        left = list(commands)

        def read(prompt=""):
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr(builtins, "input", read)
        return left

    return enter


def wrapped(session, tmp_path, **options):
    return LocalCLIDebugWrapperSession(
        session, dump_root=str(tmp_path / "dump"), config_file_path=str(tmp_path / "config"), **options
    )


def test_commands_show_what_a_run_has_computed(enter, capsys, tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [2], name="x")
        y = tf.multiply(tf.log(x, name="logs"), 2.0, name="y")
        left = enter(
            "pf x:0", "run", "pt logs:0 -s", "ni -d y", "li -r -t y", "eval `y:0`[1]*2", "lt -f has_inf_or_nan", "run"
        )
        debugged = wrapped(session, tmp_path)
        np.testing.assert_array_equal(debugged.run(y, {x: np.array([0.0, 1.0])}), [-np.inf, 0.0])
        assert not left and not (tmp_path / "dump").exists()
    printed = capsys.readouterr().out
    for text in (
        "Session.run() call #1:",
        "Registered filter(s):\n        * has_inf_or_nan\n",
        'Tensor "x:0 (feed)":\n  dtype: ',
        'Tensor "logs:0:DebugIdentity":\n  dtype: float32\n  shape: (2,)\n\n'
        "Numeric summary:\n| -inf    0 | total |\n|    1    1 |     2 |\n",
        "array([-inf,   0.], dtype=float32)",
        "  2 input(s) + 0 control input(s):\n    2 input(s):\n      [Log] logs\n      [Const] y/y\n",
        "|- (1) [Log] logs\n|  |- (2) [_Arg] _arg_x_0_0\n|- (1) [Const] y/y\n",
        "Tensor \"from eval of expression '`y:0`[1]*2'\":\n\n0.0\n",
        '2 dumped tensor(s) passing filter "has_inf_or_nan":',
    ):
        assert text in printed
    assert re.search(r"t \(ms\) +Size \(B\) +Op type +Tensor name\n\[0.000\] +\d+ +_Arg +_arg_x_0_0:0\n", printed)


def test_runs_go_on_until_a_filter_finds_a_tensor(enter, capsys, tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [], name="x")
        y = tf.log(x, name="y")
        enter("run -f has_inf_or_nan", "run -n")
        debugged = wrapped(session, tmp_path)
        assert [debugged.run(y, {x: value}) for value in (1.0, 1.0, 0.0)] == [0.0, 0.0, -np.inf]
    printed = capsys.readouterr().out
    assert printed.count("passing filter") == 1 and "run-end: run #3" in printed


def test_an_error_of_a_run_is_shown_and_returned(enter, capsys, tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, name="x")
        y = tf.matmul(tf.transpose(x, name="t"), [[1.0, 2.0]], name="y")
        enter("run", "pt t:0", "run")
        result = wrapped(session, tmp_path).run(y, {x: [[1.0], [2.0]]})
        assert isinstance(result, tf.errors.InvalidArgumentError)
    printed = capsys.readouterr().out
    assert "!!! An error occurred during the run !!!" in printed and "array([[1., 2.]], dtype=float32)" in printed


def test_a_run_can_be_traced(enter, capsys, tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        y = tf.square(tf.placeholder_with_default(3.0, []), name="squared")
        enter("run -p", "lp -n squared", "run")
        assert wrapped(session, tmp_path).run(y) == 9.0
    printed = capsys.readouterr().out
    assert "Device Total" in printed and re.search(
        r"squared +Square +\d+ +\S+us +\S+us +test_command_line.py:\d+\(", printed
    )


def test_the_end_of_the_input_ends_the_program(enter, tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        enter()
        with pytest.raises(SystemExit):
            wrapped(session, tmp_path).run(tf.constant(1.0))


def test_a_hook_reads_commands_in_a_monitored_session(enter, capsys, tmp_path):
    with tf.Graph().as_default():
        v = tf.Variable(3.0, name="v")
        doubled = tf.multiply(v, 2.0, name="doubled")
        hook = LocalCLIDebugHook("readline", str(tmp_path / "dump"), config_file_path=str(tmp_path / "config"))
        hook.add_tensor_filter("six", lambda datum, value: datum.node_name == "doubled" and value == 6.0)
        with tf.train.MonitoredSession(hooks=[hook]) as session:
            enter("run -f six", "pt doubled", "run -n")
            assert session.run(doubled) == 6.0
    assert 'Tensor "doubled:0:DebugIdentity"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "words", "path"),
    [
        ("pt foo[1, 2, :]  -a", ["pt", "foo[1, 2, :]", "-a"], None),
        ('eval "np.zeros([1, 2])"', ["eval", "np.zeros([1, 2])"], None),
        ("pt a:0 > /tmp/x", ["pt", "a:0"], "/tmp/x"),
        ("pt a:0>/tmp/x", ["pt", "a:0"], "/tmp/x"),
        ("lp --execution_time >1.2s", ["lp", "--execution_time", ">1.2s"], None),
        ("lp --execution_time=>=100ms", ["lp", "--execution_time=>=100ms"], None),
        ("lp --memory >a.1kB", ["lp", "--memory"], "a.1kB"),
    ],
)
def test_words_of_commands(command, words, path):
    assert command_parser.extract_output_file_path(command_parser.parse_command(command)) == (words, path)


def test_intervals_and_sizes():
    interval = command_parser.parse_time_interval("(10us, 1ms]")
    assert [interval.contains(value) for value in (10, 11, 1000, 1001)] == [False, True, True, False]
    assert command_parser.parse_readable_size_str("0.25M") == 1 << 18
    assert screens.bytes_to_readable_str(1500, include_b=True) == "1.46kB"
    assert screens.time_to_readable_str(1234) == "1.23ms"
    with pytest.raises(ValueError, match="Invalid value string after >= "):
        command_parser.parse_time_interval(">=wms")
    with pytest.raises(ValueError, match="Start of interval must be less"):
        command_parser.parse_memory_interval("[5k, 3k]")


def test_elements_of_a_tensor_are_located_in_its_text():
    with np.printoptions():  # which format_tensor changes
        options = tensor_format.HighlightOptions(lambda values: values == 101)
        numbers = np.arange(200).reshape(20, 10)
        printing = {"threshold": 20, "edgeitems": 2, "linewidth": 80}
        out = tensor_format.format_tensor(numbers, "a:0", np_printoptions=printing, highlight_options=options)
        assert out.lines[0] == 'Tensor "a:0": Highlighted: 1 of 200 element(s) (0.50%)'
        omitted, row, begin, end = tensor_format.locate_tensor_element(out, [19, 1])
        assert not omitted and out.lines[row][begin:end] == "191"
        assert tensor_format.locate_tensor_element(out, [5, 0])[0]
        assert tensor_format.locate_tensor_element(out, [[0, 0], [0, 9]]) == (
            [False] * 2,
            [2, 2],
            [10, None],
            [11, None],
        )
        with pytest.raises(ValueError, match="Indices exceed tensor dimensions"):
            tensor_format.locate_tensor_element(out, [20, 0])


def test_lines_are_found_and_wrapped_with_their_colours():
    lines = RichTextLines(["Roses are red", "blue"], {0: [(0, 5, "red")]}, {1: "note"})
    wrapped_lines, begins = wrap_rich_text_lines(regex_find(lines, "are", "yellow"), 7)
    assert (wrapped_lines.lines, begins) == (["Roses a", "re red", "blue"], [0, 2])
    assert wrapped_lines.font_attr_segs == {0: [(0, 5, "red"), (6, 7, "yellow")], 1: [(0, 2, "yellow")]}
    assert wrapped_lines.annotations[2] == "note"
