"""DumpingDebugWrapperSession: a session whose runs write the tensors that they compute to files.

The files are TensorFlow's: session_root/run_TIME_NUMBER/_tfdbg_device_…/NODE_SLOT_DebugIdentity_TIME, one Event each.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graphlab._src.debug.dumps.datum import FEED_KEYS_INFO_FILE_TAG, FETCHES_INFO_FILE_TAG, METADATA_FILE_PREFIX
from graphlab._src.debug.wrappers.non_interactive import NonInteractiveDebugWrapperSession
from graphlab._src.proto import Event


class DumpingDebugWrapperSession(NonInteractiveDebugWrapperSession):
    """A session whose runs write their tensors to files; DebugDumpDir reads them.

    session_root: a folder that is empty or new; each run has one in it.  watch_fn: (fetches, feed_dict) -> WatchOptions.
    log_usage: has no effect.
    """

    def __init__(
        self,
        sess: Any,
        session_root: str,
        watch_fn: Callable[..., Any] | None = None,
        thread_name_filter: str | None = None,
        pass_through_operrors: bool | None = None,
        log_usage: bool = True,
    ) -> None:
        super().__init__(sess, watch_fn, thread_name_filter, bool(pass_through_operrors))
        self._session_root = str(Path(session_root).expanduser())
        root = Path(self._session_root)
        if root.is_file():
            raise ValueError(f"session_root path points to a file: {session_root}")
        if root.is_dir() and any(root.iterdir()):
            raise ValueError(f"session_root path points to a non-empty directory: {session_root}")
        root.mkdir(parents=True, exist_ok=True)
        self._run_counter = 0
        self._run_counter_lock = threading.Lock()

    def prepare_run_debug_urls(self, fetches: Any, feed_dict: Any) -> list[str]:
        """Makes the folder of a run, with files that say what it feeds and fetches."""
        with self._run_counter_lock:
            folder = Path(self._session_root) / f"run_{time.time_ns() // 1000}_{self._run_counter}"
            folder.mkdir(parents=True)
            self._run_counter += 1
        feeds = repr(feed_dict.keys()) if feed_dict else repr(feed_dict)
        for tag, text in ((FETCHES_INFO_FILE_TAG, repr(fetches)), (FEED_KEYS_INFO_FILE_TAG, feeds)):
            event = Event()
            event.log_message.message = text
            (folder / f"{METADATA_FILE_PREFIX}{tag}").write_bytes(event.SerializeToString())
        return [f"file://{folder}"]
