"""The differences that are expected, each with its reason; docs/differences.md says them to users."""

import re

# (kind, pattern of the call, pattern of the detail, reason)
TABLE = [
    ("missing error", "", r"No OpKernel was registered|Could not find valid device|not supported on|Unsupported", "more types run than in TensorFlow"),
    ("missing error", "batch_norm|fused_inference", r"does not have output", "TensorFlow's graph optimizer breaks the node"),
    ("error", "", r"not \['InvalidArgumentError', .No OpKernel was registered", "more types run than in TensorFlow"),
]


def reason(fault):
    """Why a fault is none, or ""."""
    for kind, call, detail, why in TABLE:
        if fault.kind == kind and re.search(call, fault.call) and re.search(detail, fault.detail):
            return why
    return ""
