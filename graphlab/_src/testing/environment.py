"""Where a test runs: its temporary folder, the devices there are, and the main program."""

import atexit
import functools
import importlib.util
import os
import shutil
import sys
import tempfile

import jax
from absl.testing import absltest

from graphlab._src.testing import benchmark


@functools.cache
def get_temp_dir():
    """A folder for this process, removed when it ends; inside $TEST_TMPDIR when that is set."""
    folder = tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def test_src_dir_path(relative_path):
    """Where a file of the sources is, below $TEST_SRCDIR; KeyError when that is not set."""
    return os.path.join(os.environ["TEST_SRCDIR"], "org_tensorflow/tensorflow", relative_path)


test_src_dir_path.__test__ = False  # pytest would take its name for a test


def _gpus():
    try:
        return jax.devices("gpu")
    except RuntimeError:
        return []


def is_gpu_available(cuda_only=False, min_cuda_compute_capability=None):
    """True when JAX has a GPU.

    cuda_only: only one of NVIDIA's counts.  min_cuda_compute_capability: (major, minor) that it must reach.
    """
    for gpu in _gpus():
        capability = getattr(gpu, "compute_capability", None)
        is_cuda = "rocm" not in str(gpu.client.platform_version).lower()
        if cuda_only and not is_cuda:
            continue
        if min_cuda_compute_capability is None or not is_cuda:
            return True
        if capability and tuple(int(part) for part in capability.split(".")) >= tuple(min_cuda_compute_capability):
            return True
    return False


def gpu_device_name():
    """The name of the first GPU, or ""."""
    return "/device:GPU:0" if _gpus() else ""


def is_built_with_cuda():
    """True when JAX's plugin for NVIDIA's GPUs is installed."""
    return _has_plugin("jax_cuda12_plugin", "jax_cuda13_plugin")


def is_built_with_rocm():
    """True when JAX's plugin for AMD's GPUs is installed."""
    return _has_plugin("jax_rocm60_plugin", "jax_rocm7_plugin")


def is_built_with_gpu_support():
    """True when JAX has a plugin for some GPU."""
    return is_built_with_cuda() or is_built_with_rocm()


def _has_plugin(*names):
    return any(importlib.util.find_spec(name) for name in names)


def main(argv=None):
    """Runs the tests of the main module, or with --benchmarks=REGEX its benchmarks, and exits.

    argv: the command line; sys.argv when left out.
    """
    argv = sys.argv if argv is None else argv
    for argument in argv:
        if argument.startswith("--benchmarks="):
            benchmark.run_matching(argument.partition("=")[2])
            sys.exit(0)
    absltest.main(argv=argv)
