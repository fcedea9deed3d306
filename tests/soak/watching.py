"""Watches a process of the campaign: it may die, or hang, without ending the campaign."""

import pathlib
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).parents[2]
HANG = 300  # seconds without a word from a process that runs a batch


def watch(command, marker, environment, patience=HANG):
    """Runs a process; (how it ended, the seed at which it died or None). patience: seconds without a new seed, after the first."""
    marker.unlink(missing_ok=True)
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        seen, since = None, time.monotonic()
        errors = b""
        while True:
            try:
                _, errors = process.communicate(timeout=1)
                break
            except subprocess.TimeoutExpired:
                now = marker.read_text() if marker.exists() else None
                if now != seen:
                    seen, since = now, time.monotonic()
                elif time.monotonic() - since > (HANG if now is None else patience):  # to begin with it imports
                    process.send_signal(signal.SIGABRT)  # which has faulthandler say where it was
                    since = time.monotonic()
        if process.returncode == 0:
            return "", None
        lines = errors.decode(errors="replace").strip().splitlines()
        last = int(marker.read_text()) if marker.exists() and marker.read_text() else None
        return f"process ended with {process.returncode}: {_where(lines)}", last


def _where(lines):
    """What a process said at its end, where each of its threads was among it, or the last line."""
    places = [
        line.strip() for line in lines if line.lstrip().startswith(("File ", "Thread ", "Current thread", "LLVM"))
    ]
    text = " ".join(places).replace(str(ROOT), ".")
    return text[:1500] or (lines[-1] if lines else "")
