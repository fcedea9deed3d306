"""Interrupts one scenario COUNT times: `python -m tests.soak.struck NAME COUNT SEED OUTCOME`."""

import contextlib
import faulthandler
import json
import os
import pathlib
import signal
import sys
import threading
import time
import traceback

import numpy as np

from tests.soak.kernels import strike_kernel
from tests.soak.scenarios import SCENARIOS

SOON = 1.0  # seconds in which control is to come back
# Python drops what a weak reference's callback or a finalizer raises, so that a SIGINT which comes in one does nothing.
LOST = "the interrupt was lost: the work went on"


class Striker:
    """Sends this process SIGINT after `delay` seconds, from another thread. at: when it did, or None."""

    def __init__(self, delay):
        self.at = None
        self._delay = delay
        self._thread = threading.Thread(target=self._strike, daemon=True)

    def begin(self):
        self._thread.start()

    def _strike(self):
        time.sleep(self._delay)
        self.at = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)


def strike(scenario, delay):
    """Interrupts the work; (seconds until control was back, what was wrong or "")."""
    striker = Striker(delay)
    wrong = ""
    try:
        striker.begin()
        while striker.at is None or time.monotonic() - striker.at < 3:
            scenario.work()
        return 3.0, LOST
    except KeyboardInterrupt:
        back = time.monotonic()
    except BaseException as error:
        back = time.monotonic()
        wrong = f"raised {type(error).__name__}: {str(error)[:200]} in place of KeyboardInterrupt"
        if striker.at is None:  # it failed by itself; the interrupt is still to come
            with contextlib.suppress(KeyboardInterrupt):
                time.sleep(delay + 1)
            return 0.0, wrong
    return back - (striker.at or back), wrong


def main(name, count, seed, outcome):
    faulthandler.enable()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    pathlib.Path(outcome + ".seed").write_text(seed)
    slowest = 0.0
    with open(outcome, "a", encoding="utf-8") as file:

        def write(found, number):
            file.write(json.dumps({"seed": number, "way": name, "call": name, **found}) + "\n")
            file.flush()
            pathlib.Path(outcome + ".seed").write_text(str(number))

        if name == "kernel":
            strike_kernel(int(count), int(seed), write)
            return
        random = np.random.default_rng(int(seed))
        scenario = SCENARIOS[name](random)
        for number in range(int(seed), int(seed) + int(count)):
            delay = float(random.choice([0.002, 0.01, 0.03, 0.1])) * random.random() + 0.0005
            seconds, wrong = strike(scenario, delay)
            slowest = max(slowest, seconds)
            if wrong == LOST and strike(scenario, delay)[1] != LOST:
                write(
                    {
                        "kind": "interrupt",
                        "detail": wrong,
                        "reason": "came in a callback of Python's, done the second time",
                    },
                    number,
                )
            elif wrong:
                write({"kind": "interrupt", "detail": wrong}, number)
            elif seconds > SOON:
                write({"kind": "slow", "detail": f"control was back after {seconds:.2f} s"}, number)
            try:
                scenario.check()
            except BaseException as error:
                place = traceback.extract_tb(error.__traceback__)[-1]
                detail = f"{type(error).__name__}: {str(error)[:300]} ({place.name}:{place.lineno})"
                write({"kind": "torn", "detail": f"afterwards {detail}"}, number)
                scenario = SCENARIOS[name](random)
            write({"kind": "done"}, number)


if __name__ == "__main__":
    main(*sys.argv[1:])
