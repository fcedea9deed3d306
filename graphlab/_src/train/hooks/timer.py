"""When a hook is due: every so many steps or seconds."""

import time


class HookTimer:
    """The base of timers of hooks: when something is due."""

    def reset(self):
        """Forgets when it was last due."""

    def should_trigger_for_step(self, step):
        """True when it is due at this step."""
        raise NotImplementedError(f"{type(self).__name__}.should_trigger_for_step()")

    def update_last_triggered_step(self, step):
        """Notes that it was done at this step; (seconds, steps) since the last time."""
        raise NotImplementedError(f"{type(self).__name__}.update_last_triggered_step()")

    def last_triggered_step(self):
        """The step when it was last done, or None."""
        raise NotImplementedError(f"{type(self).__name__}.last_triggered_step()")


class SecondOrStepTimer(HookTimer):
    """Says at which steps something is due: every_secs seconds or every_steps steps after the last time, and at first."""

    def __init__(self, every_secs=None, every_steps=None):
        if every_secs is None and every_steps is None:
            raise ValueError("Either every_secs or every_steps should be provided.")
        if every_secs is not None and every_steps is not None:
            raise ValueError("Can not provide both every_secs and every_steps.")
        self._every_secs = every_secs
        self._every_steps = every_steps
        self.reset()

    def reset(self):
        """Forgets when it was last due."""
        self._last_step = None
        self._last_time = None

    def should_trigger_for_step(self, step):
        """True when it is due at this step."""
        if self._last_step is None or self._last_time is None:
            return True
        if step == self._last_step:
            return False
        if self._every_secs is not None:
            return time.time() >= self._last_time + self._every_secs
        return step >= self._last_step + self._every_steps

    def update_last_triggered_step(self, step):
        """Notes that it was done at this step; (seconds, steps) since the last time, (None, None) at first."""
        now = time.time()
        since = (None, None) if self._last_time is None else (now - self._last_time, step - self._last_step)
        self._last_time, self._last_step = now, step
        return since

    def last_triggered_step(self):
        """The step when it was last done, or None."""
        return self._last_step


class NeverTriggerTimer(HookTimer):
    """A timer for what is never due."""

    def reset(self):
        """Nothing to forget."""

    def should_trigger_for_step(self, step):
        """False."""
        return False

    def update_last_triggered_step(self, step):
        """(None, None)."""
        return None, None

    def last_triggered_step(self):
        """None."""
        return None
