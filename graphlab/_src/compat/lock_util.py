"""tensorflow.python.util.lock_util: a lock that the members of one group hold together."""

import contextlib
import threading


class GroupLock:
    """A lock that any number of threads of one group may hold, while those of other groups wait."""

    def __init__(self, num_groups=2):
        if num_groups < 1:
            raise ValueError(f"num_groups must be a positive integer, got {num_groups}")
        self._changed = threading.Condition()
        self._group_member_counts = [0] * num_groups

    def group(self, group_id):
        """A block in which the group holds the lock."""
        self._check(group_id)
        return self._held(group_id)

    @contextlib.contextmanager
    def _held(self, group_id):
        self.acquire(group_id)
        try:
            yield self
        finally:
            self.release(group_id)

    def acquire(self, group_id):
        """Waits until no other group holds the lock, and acquires it for one member of this one."""
        self._check(group_id)
        with self._changed:
            self._changed.wait_for(lambda: sum(self._group_member_counts) == self._group_member_counts[group_id])
            self._group_member_counts[group_id] += 1

    def release(self, group_id):
        """Releases what one member of the group holds."""
        self._check(group_id)
        with self._changed:
            self._group_member_counts[group_id] -= 1
            self._changed.notify_all()

    def _check(self, group_id):
        if not 0 <= group_id < len(self._group_member_counts):
            raise ValueError(f"group_id={group_id} should be between 0 and num_groups={len(self._group_member_counts)}")
