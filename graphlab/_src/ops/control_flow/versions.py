"""The switch between versions of control flow, which programs set and read; graphlab builds branches and loops in one way."""

_enabled = False


def enable_control_flow_v2():
    """Sets what control_flow_v2_enabled returns: branches and loops are the same, made of Switch, Merge and frames."""
    global _enabled
    _enabled = True


def disable_control_flow_v2():
    """Sets it to False again."""
    global _enabled
    _enabled = False


def control_flow_v2_enabled():
    """Whether enable_control_flow_v2 was called."""
    return _enabled
