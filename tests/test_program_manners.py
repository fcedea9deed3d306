"""What programs do around their graphs: flags, main functions, logging, paths beside them, questions about versions."""

import logging
import pathlib
import subprocess
import sys
from collections import Counter

import pytest

import graphlab as tf

PROGRAM = """
import graphlab as tf

flags = tf.app.flags
flags.DEFINE_float("rate", 0.5, "step size")
flags.DEFINE_integer("steps", default_value=3, docstring="how many")
flags.DEFINE_boolean("loud", False, "say more")
FLAGS = flags.FLAGS


def main(argv):
    tf.logging.info("rate %g", FLAGS.rate)
    print(FLAGS.rate, FLAGS.steps, FLAGS.loud, argv[1:])
    return 3


if __name__ == "__main__":
    tf.logging.set_verbosity(tf.logging.INFO)
    tf.app.run()
"""

READS_FLAGS = """
import graphlab as tf

tf.flags.DEFINE_string("name", "nobody", "whom to greet")
print(tf.flags.FLAGS.name)
"""


def run(tmp_path, source, *arguments):
    path = tmp_path / "program.py"
    path.write_text(source)
    done = subprocess.run([sys.executable, str(path), *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_a_program_gets_its_flags_and_exits_with_what_main_returns(tmp_path):
    code, out, err = run(tmp_path, PROGRAM, "--rate=0.25", "--loud", "rest", "--unknown=1")
    assert (code, out) == (3, "0.25 3 True ['rest', '--unknown=1']\n")
    assert "rate 0.25" in err
    assert "flag_name, default_value, docstring" in err


@pytest.mark.slow
def test_reading_a_flag_parses_the_command_line(tmp_path):
    assert run(tmp_path, READS_FLAGS, "--name=you")[1] == "you\n"
    code, _, err = run(tmp_path, READS_FLAGS, "--nme=you")
    assert code == 1
    assert "Unknown command line flag 'nme'" in err


NOTEBOOK = """
import types, sys
sys.modules["ipykernel"] = types.ModuleType("ipykernel")
sys.argv = ["ipykernel_launcher.py", "-f", "kernel.json"]
import graphlab as tf

for default in (1, 2):  # a cell that is run twice
    tf.app.flags.DEFINE_integer("batch", default, "examples at a time")
print(tf.app.flags.FLAGS.batch, tf.app.run(main=lambda argv: len(argv)))
tf.logging.info("shown")
"""


@pytest.mark.slow
def test_a_notebook_has_no_command_line_and_its_cells_run_again(tmp_path):
    assert run(tmp_path, NOTEBOOK)[:2] == (0, "2 1\nINFO:tensorflow:shown\n")


def test_a_high_dropout_rate_may_be_meant_for_keep_prob(monkeypatch):
    logged = []
    monkeypatch.setattr("graphlab._src.base.logging._calls", Counter())
    monkeypatch.setattr(
        logging.getLogger("tensorflow"), "log", lambda level, message, *args, **_: logged.append(message % args)
    )
    for keep_prob in [0.5, 0.25] * 6:
        tf.nn.dropout(tf.ones([2]), keep_prob=keep_prob)
    assert [message[:35] for message in logged] == ["Large dropout rate: 0.75 (>0.5). In"] * 5


def test_messages_go_to_the_logger_named_tensorflow(caplog):
    logger = logging.getLogger("tensorflow")
    with caplog.at_level(logging.DEBUG):
        logger.propagate = True
        tf.logging.set_verbosity(tf.logging.WARN)
        assert tf.logging.get_verbosity() == logging.WARNING
        tf.logging.info("hidden")
        tf.logging.warn("seen %d", 1)
        for i in range(5):
            tf.logging.log_first_n(tf.logging.ERROR, "first %d", 2, i)
        for i in range(5):
            tf.logging.log_every_n(tf.logging.ERROR, "every %d", 3, i)
        tf.logging.log_if(tf.logging.ERROR, "never", False)
    assert [record.getMessage() for record in caplog.records] == [
        "seen 1",
        "first 0",
        "first 1",
        "every 0",
        "every 3",
    ]
    assert {pathlib.Path(record.pathname).name for record in caplog.records} == {"test_program_manners.py"}


def test_text_and_bytes():
    assert tf.compat.as_bytes("é") == b"\xc3\xa9"
    assert tf.compat.as_text(b"\xc3\xa9") == tf.compat.as_str("é") == "é"
    assert tf.compat.as_str_any(3) == "3"
    assert tf.compat.path_to_str(pathlib.Path("a/b")) == "a/b"
    with pytest.raises(TypeError, match="Expected binary or unicode string, got 3"):
        tf.compat.as_bytes(3)


def test_the_library_is_there_under_its_later_name():
    from graphlab.compat import v1  # noqa: PLC0415  (programs import it so)

    assert v1.placeholder is tf.compat.v1.placeholder is tf.placeholder
    assert v1.nn.relu is tf.nn.relu


def test_versions_are_those_that_programs_compare_with():
    assert tf.__version__ == tf.VERSION == tf.version.VERSION == "1.15.0"
    assert (tf.__git_version__, tf.__compiler_version__) == (tf.GIT_VERSION, tf.COMPILER_VERSION)
    assert tf.executing_eagerly() is False
    tf.disable_v2_behavior()


def test_paths_beside_a_program():
    here = pathlib.Path(__file__).parent
    assert tf.resource_loader.get_data_files_path() == str(here)
    assert tf.resource_loader.get_path_to_datafile("conftest.py") == str(here / "conftest.py")
    assert tf.resource_loader.get_root_dir_with_all_resources() == str(here)


def test_defaults_of_sessions_without_a_config():
    tf.config.set_soft_device_placement(True)
    try:
        with tf.Graph().as_default(), tf.device("/gpu:7"):
            a = tf.constant(1) + 1
        with tf.Session(graph=a.graph) as sess:
            assert sess.run(a) == 2
    finally:
        tf.config.set_soft_device_placement(False)
    with (
        tf.Session(graph=a.graph) as sess,
        pytest.raises(tf.errors.InvalidArgumentError, match="Cannot assign a device"),
    ):
        sess.run(a)
    assert ("/device:CPU:0", "CPU") in tf.config.experimental.list_logical_devices()
    with pytest.raises(ValueError, match="non-GPU"):
        tf.config.experimental.set_memory_growth(tf.config.experimental.list_physical_devices("CPU")[0], True)


def test_what_is_left_out_says_why_and_what_comes_nearest():
    with pytest.raises(AttributeError, match=r"no tf.enable_eager_execution: .* Nearest: tf.InteractiveSession"):
        tf.enable_eager_execution()  # pyright: ignore
    with pytest.raises(AttributeError, match=r"no tf.lite.* Nearest: a SavedModel"):
        tf.lite.TFLiteConverter  # noqa: B018  # pyright: ignore
    with pytest.raises(AttributeError, match="Did you mean: 'softmax'"):
        tf.nn.softmx  # noqa: B018  # pyright: ignore
    assert not hasattr(tf, "no_such_thing")


def test_a_library_of_operations_is_not_found_so_that_programs_do_without_it(tmp_path):
    with pytest.raises(tf.errors.NotFoundError, match="no.so: cannot open shared object file: No such file or direct"):
        tf.load_op_library(str(tmp_path / "no.so"))
    assert tf.load_library(str(tmp_path)) is None
    (tmp_path / "ops.so").write_bytes(b"\x7fELF")
    for load, where in ((tf.load_op_library, tmp_path / "ops.so"), (tf.load_library, tmp_path)):
        with pytest.raises(tf.errors.NotFoundError, match="ops.so: graphlab loads no C.. libraries: gl.jax_call"):
            load(str(where))
    with pytest.raises(FileNotFoundError, match="The file or folder to load kernel libraries from does not exist"):
        tf.load_library(str(tmp_path / "no"))


def test_what_is_imported_later_is_there():
    for name in ("contrib", "distributions", "estimator", "test"):
        assert getattr(tf, name).__name__ == f"graphlab.{name}"
