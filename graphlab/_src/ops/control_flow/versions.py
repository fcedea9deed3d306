"""Switches between versions of control flow, which have no effect: graphlab has one."""


def enable_control_flow_v2():
    """Accepted, and without effect: branches and loops are made of Switch, Merge and frames, as TensorFlow 1 does."""


def disable_control_flow_v2():
    """Accepted, and without effect: it is so already."""


def control_flow_v2_enabled():
    """False: branches and loops are made of Switch, Merge and frames."""
    return False
