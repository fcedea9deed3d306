"""Profiles of models under their first names: print_model_analysis and its options."""

from typing import Any

from graphlab._src.session.profiling.options import TRAINABLE_VARIABLES
from graphlab._src.session.profiling.profile import profile


def _options(select, order_by="name", types=".*", **least):
    return {
        "max_depth": 10000,
        "min_bytes": 0,
        "min_micros": 0,
        "min_params": 0,
        "min_float_ops": 0,
        "order_by": order_by,
        "account_type_regexes": [types],
        "start_name_regexes": [".*"],
        "trim_name_regexes": [],
        "show_name_regexes": [".*"],
        "hide_name_regexes": [],
        "account_displayed_op_only": True,
        "select": select,
        "output": "stdout",
        "dump_to_file": "",
        **least,
    }


TRAINABLE_VARS_PARAMS_STAT_OPTIONS = _options(["params"], types=TRAINABLE_VARIABLES)
FLOAT_OPS_OPTIONS = _options(["float_ops"], "float_ops", min_float_ops=1)
PRINT_ALL_TIMING_MEMORY = _options(["micros", "bytes"], min_bytes=1, min_micros=1)


def print_model_analysis(graph, run_meta=None, op_log=None, tfprof_cmd="scope", tfprof_options: Any = 0):
    """Prints and returns a profile: tf.profiler.profile under its first name.

    tfprof_cmd: "scope" or "op".  tfprof_options: one of the dicts here; what tf.profiler.profile shows when left out.
    """
    options = {"options": tfprof_options} if tfprof_options else {}
    return profile(graph, run_meta, op_log, tfprof_cmd, **options)
