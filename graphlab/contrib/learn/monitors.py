"""tf.contrib.learn.monitors: what watched training before there were hooks, and hooks under their old names."""

from graphlab._src.contrib.learn.monitors import (
    BaseMonitor,
    CaptureVariable,
    EveryN,
    LoggingTrainable,
    PrintTensor,
    RunHookAdapterForMonitors,
    StopAtStep,
    SummarySaver,
    ValidationMonitor,
    replace_monitors_with_hooks,
)

__all__ = [
    "BaseMonitor",
    "CaptureVariable",
    "EveryN",
    "LoggingTrainable",
    "PrintTensor",
    "RunHookAdapterForMonitors",
    "StopAtStep",
    "SummarySaver",
    "ValidationMonitor",
    "replace_monitors_with_hooks",
]
