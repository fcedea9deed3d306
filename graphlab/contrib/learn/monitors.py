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
from graphlab._src.contrib.learn.step_monitors import (
    CheckpointSaver,
    GraphDump,
    NanLoss,
    StepCounter,
    get_default_monitors,
)
from graphlab._src.proto import SessionLog, Summary
from graphlab._src.train.hooks.nan_tensor import NanLossDuringTrainingError

__all__ = [
    "CheckpointSaver",
    "GraphDump",
    "NanLoss",
    "NanLossDuringTrainingError",
    "SessionLog",
    "StepCounter",
    "Summary",
    "get_default_monitors",
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
