"""tf.test: a TestCase that knows graphs and sessions, numeric Jacobians, and what the machine has."""

from unittest import mock as mock

from graphlab._src.testing.benchmark import Benchmark as Benchmark
from graphlab._src.testing.benchmark import benchmark_config as benchmark_config
from graphlab._src.testing.case import TestCase as TestCase
from graphlab._src.testing.cluster import create_local_cluster as create_local_cluster
from graphlab._src.testing.environment import get_temp_dir as get_temp_dir
from graphlab._src.testing.environment import gpu_device_name as gpu_device_name
from graphlab._src.testing.environment import is_built_with_cuda as is_built_with_cuda
from graphlab._src.testing.environment import is_built_with_gpu_support as is_built_with_gpu_support
from graphlab._src.testing.environment import is_built_with_rocm as is_built_with_rocm
from graphlab._src.testing.environment import is_gpu_available as is_gpu_available
from graphlab._src.testing.environment import main as main
from graphlab._src.testing.environment import test_src_dir_path as test_src_dir_path
from graphlab._src.testing.graph_defs import assert_equal_graph_def as assert_equal_graph_def
from graphlab._src.testing.jacobian import compute_gradient as compute_gradient
from graphlab._src.testing.jacobian import compute_gradient_error as compute_gradient_error
from graphlab._src.testing.stubs import StubOutForTesting as StubOutForTesting
