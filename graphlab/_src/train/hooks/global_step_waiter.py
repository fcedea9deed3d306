"""GlobalStepWaiterHook: a worker that begins later than others."""

import time

from graphlab._src.base import logging
from graphlab._src.train.global_step import needed_global_step_read
from graphlab._src.train.sessions.hook import SessionRunHook


class GlobalStepWaiterHook(SessionRunHook):
    """Lets the first run wait until the global step is wait_until_step."""

    def __init__(self, wait_until_step):
        self._wait_until_step = wait_until_step

    def begin(self):
        self._started = False
        self._step = needed_global_step_read("_GlobalStepWaiterHook")

    def before_run(self, run_context):
        if self._started or self._wait_until_step <= 0:
            self._started = True
            return
        logging.info("Waiting for global step %d before starting training.", self._wait_until_step)
        logged = 0
        while (step := run_context.session.run(self._step)) < self._wait_until_step:
            if step - logged > 1000:
                logging.info(
                    "Waiting for global step %d before starting training. Current step is %d.",
                    self._wait_until_step,
                    step,
                )
                logged = step
            time.sleep(0.5)
        self._started = True
