"""tf.contrib.framework: arg_scope, variables found and made by name, and what went into TensorFlow's core later."""

from graphlab._src.base.deprecation import deprecated, deprecated_arg_values, deprecated_args, experimental
from graphlab._src.contrib.framework.assignment import (
    assign_from_checkpoint,
    assign_from_checkpoint_fn,
    assign_from_values,
    assign_from_values_fn,
)
from graphlab._src.contrib.framework.checked_shapes import (
    assert_scalar_int,
    reduce_sum_n,
    remove_squeezable_dimensions,
    with_same_shape,
    with_shape,
)
from graphlab._src.contrib.framework.checkpoints import (
    init_from_checkpoint,
    list_variables,
    load_checkpoint,
    load_variable,
)
from graphlab._src.contrib.framework.graph_nodes import fuse_op, get_name_scope, get_placeholders
from graphlab._src.contrib.framework.graphs import get_graph_from_inputs
from graphlab._src.contrib.framework.initial_values import (
    convolutional_delta_orthogonal,
    convolutional_orthogonal_1d,
    convolutional_orthogonal_2d,
    convolutional_orthogonal_3d,
    zero_initializer,
)
from graphlab._src.contrib.framework.script_ops import py_func
from graphlab._src.contrib.framework.steps import assert_or_get_global_step
from graphlab._src.contrib.framework.variable_filters import (
    filter_variables,
    get_local_variables,
    get_model_variables,
    get_trainable_variables,
    get_unique_variable,
    get_variable_full_name,
    get_variables,
    get_variables_by_name,
    get_variables_by_suffix,
    get_variables_to_restore,
)
from graphlab._src.graph import is_tensor
from graphlab._src.graph.scope_names import prepend_name_scope, strip_name_scope
from graphlab._src.graph.sparse_tensor import convert_to_tensor_or_sparse_tensor
from graphlab._src.graph.type_spec import BoundedTensorSpec, TensorSpec
from graphlab._src.io.record_input import RecordInput
from graphlab._src.ops.checks.kinds import (
    assert_same_float_dtype,
    is_non_decreasing,
    is_numeric_tensor,
    is_strictly_increasing,
)
from graphlab._src.ops.checks.ranks import assert_scalar
from graphlab._src.ops.control_flow.smart_cond import smart_case, smart_cond, smart_constant_value
from graphlab._src.ops.sorting import argsort, sort
from graphlab._src.train.global_step import (
    assert_global_step,
    create_global_step,
    get_global_step,
    get_or_create_global_step,
)
from graphlab._src.train.saving.remapped_matrices import (
    load_and_remap_matrix_initializer,
    load_embedding_initializer,
    load_linear_multiclass_bias_initializer,
    load_variable_slot_initializer,
)
from graphlab.contrib.framework import nest as nest
from graphlab.contrib.framework.arg_scope import (
    add_arg_scope,
    arg_scope,
    arg_scope_func_key,
    arg_scoped_arguments,
    current_arg_scope,
    has_arg_scope,
)
from graphlab.contrib.framework.variables import (
    VariableDeviceChooser,
    add_model_variable,
    global_variable,
    local_variable,
    model_variable,
    variable,
)

__all__ = [
    "RecordInput",
    "BoundedTensorSpec",
    "TensorSpec",
    "VariableDeviceChooser",
    "add_arg_scope",
    "add_model_variable",
    "arg_scope",
    "arg_scope_func_key",
    "arg_scoped_arguments",
    "argsort",
    "assert_global_step",
    "assert_or_get_global_step",
    "assert_same_float_dtype",
    "assert_scalar",
    "assert_scalar_int",
    "assign_from_checkpoint",
    "assign_from_checkpoint_fn",
    "assign_from_values",
    "assign_from_values_fn",
    "convert_to_tensor_or_sparse_tensor",
    "convolutional_delta_orthogonal",
    "convolutional_orthogonal_1d",
    "convolutional_orthogonal_2d",
    "convolutional_orthogonal_3d",
    "create_global_step",
    "current_arg_scope",
    "deprecated",
    "deprecated_arg_values",
    "deprecated_args",
    "experimental",
    "filter_variables",
    "fuse_op",
    "get_global_step",
    "get_graph_from_inputs",
    "get_local_variables",
    "get_model_variables",
    "get_name_scope",
    "get_or_create_global_step",
    "get_placeholders",
    "get_trainable_variables",
    "get_unique_variable",
    "get_variable_full_name",
    "get_variables",
    "get_variables_by_name",
    "get_variables_by_suffix",
    "get_variables_to_restore",
    "global_variable",
    "has_arg_scope",
    "init_from_checkpoint",
    "is_non_decreasing",
    "is_numeric_tensor",
    "is_strictly_increasing",
    "is_tensor",
    "list_variables",
    "load_and_remap_matrix_initializer",
    "load_checkpoint",
    "load_embedding_initializer",
    "load_linear_multiclass_bias_initializer",
    "load_variable",
    "load_variable_slot_initializer",
    "local_variable",
    "model_variable",
    "nest",
    "prepend_name_scope",
    "py_func",
    "reduce_sum_n",
    "remove_squeezable_dimensions",
    "smart_case",
    "smart_cond",
    "smart_constant_value",
    "sort",
    "strip_name_scope",
    "variable",
    "with_same_shape",
    "with_shape",
    "zero_initializer",
]
