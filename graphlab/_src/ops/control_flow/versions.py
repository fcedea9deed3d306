"""TensorFlow's names for choosing how branches and loops are built; graphlab builds them in one way."""


def enable_control_flow_v2():
    """Accepted, and without effect: branches and loops are made of Switch, Merge and frames, as TensorFlow 1 does."""


def disable_control_flow_v2():
    """Accepted, and without effect: it is so already."""


def control_flow_v2_enabled():
    """False: branches and loops are made of Switch, Merge and frames."""
    return False
