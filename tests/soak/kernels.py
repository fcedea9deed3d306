"""Interrupts of cells in a real ipykernel, as the button in a notebook sends them."""

import time

import numpy as np
from jupyter_client.manager import start_new_kernel

SETUP = """
import numpy as np, graphlab as tf
w = tf.get_variable("w", [64, 64], initializer=tf.zeros_initializer())
count = tf.Variable(tf.zeros([64, 64]), name="count")
step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.square(tf.matmul(tf.ones([8, 64]), w) - 1.0))
optimizer = tf.train.AdamOptimizer(0.01)
train = tf.group(optimizer.minimize(loss, step), count.assign_add(tf.ones([64, 64])))
everything = tf.global_variables()
queue = tf.FIFOQueue(3, [tf.float32], [[]])
take = queue.dequeue()
long = tf.while_loop(lambda i, x: i < 2000000000, lambda i, x: (i + 1, tf.sin(x)), [0, tf.ones([4])])
session = tf.Session()
session.run(tf.global_variables_initializer())
"""
CELLS = [
    "while True: session.run(train)",
    "while True: session.run([loss, train])",
    "session.run(take)",
    "session.run(long)",
    "while True: session.run(loss + float(np.random.rand()))",
]
CHECK = """
values = session.run(everything)
at = int(session.run(step))
assert (session.run(count) == at).all(), (session.run(count).ravel()[:3], at)
assert all(np.isfinite(value).all() for value in values)
session.run(train)
assert session.run(step) == at + 1
"""


def strike_kernel(count, seed, write):
    """Interrupts `count` cells; write(found, number) reports."""
    random = np.random.default_rng(seed)
    manager, client = start_new_kernel(startup_timeout=120)
    try:
        run_cell(client, SETUP)
        for number in range(seed, seed + count):
            cell = CELLS[int(random.integers(len(CELLS)))]
            request = client.execute(cell)
            time.sleep(0.05 + 0.5 * random.random())
            begun = time.monotonic()
            manager.interrupt_kernel()
            reply = answer(client, request)
            seconds = time.monotonic() - begun
            if reply.get("ename") != "KeyboardInterrupt":
                said = f"{reply.get('ename')}: {str(reply.get('evalue'))[:200]}"
                write({"kind": "interrupt", "detail": f"{cell!r} ended with {said}"}, number)
            if seconds > 1.0:
                write({"kind": "slow", "detail": f"{cell!r}: the kernel was back after {seconds:.2f} s"}, number)
            reply = run_cell(client, CHECK)
            if reply["status"] != "ok":
                write({"kind": "torn", "detail": f"after {cell!r}: {reply['ename']}: {reply['evalue'][:300]}"}, number)
                manager.restart_kernel(now=True)
                client.wait_for_ready(timeout=120)
                run_cell(client, SETUP)
            write({"kind": "done"}, number)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def run_cell(client, cell):
    """Runs a cell to its end; its reply's content. ipykernel drops what comes while it still ends a cell that failed."""
    reply = answer(client, client.execute(cell))
    while reply["status"] == "aborted":
        reply = answer(client, client.execute(cell))
    return reply


def answer(client, request):
    while True:
        reply = client.get_shell_msg(timeout=50)
        if reply["parent_header"].get("msg_id") == request:
            return reply["content"]
