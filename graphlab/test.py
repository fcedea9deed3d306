"""tf.test: a TestCase that knows graphs and sessions, numeric Jacobians, and what the machine has."""

from unittest import mock as mock

from graphlab.testing.benchmark import Benchmark as Benchmark
from graphlab.testing.benchmark import benchmark_config as benchmark_config
from graphlab.testing.case import TestCase as TestCase
from graphlab.testing.cluster import create_local_cluster as create_local_cluster
from graphlab.testing.environment import get_temp_dir as get_temp_dir
from graphlab.testing.environment import gpu_device_name as gpu_device_name
from graphlab.testing.environment import is_built_with_cuda as is_built_with_cuda
from graphlab.testing.environment import is_built_with_gpu_support as is_built_with_gpu_support
from graphlab.testing.environment import is_built_with_rocm as is_built_with_rocm
from graphlab.testing.environment import is_gpu_available as is_gpu_available
from graphlab.testing.environment import main as main
from graphlab.testing.environment import test_src_dir_path as test_src_dir_path
from graphlab.testing.graph_defs import assert_equal_graph_def as assert_equal_graph_def
from graphlab.testing.jacobian import compute_gradient as compute_gradient
from graphlab.testing.jacobian import compute_gradient_error as compute_gradient_error
from graphlab.testing.stubs import StubOutForTesting as StubOutForTesting
