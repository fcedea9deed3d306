"""One task of the clusters that benchmarks/clusters.py starts, by graphlab or by TensorFlow.

Arguments: "graphlab" or "tensorflow", the work, the job, its number, the addresses of ps and workers, seconds; or, for the
work "train", the folder of checkpoints. A worker prints how long its start lasted, and what it measured.
"""

import importlib
import sys
import time

begun = time.time()
package, work, job, number, addresses, duration = sys.argv[1:]
if package == "graphlab":
    tf = importlib.import_module("graphlab")
else:
    tf = importlib.import_module("tensorflow.compat.v1")
    tf.disable_v2_behavior()
np = importlib.import_module("numpy")

ps, *workers = addresses.split(",")
cluster = tf.train.ClusterSpec({"ps": [ps], "worker": workers})
server = tf.train.Server(cluster, job_name=job, task_index=int(number))
if job == "ps":
    server.join()


def softmax():
    """A step of softmax regression, 784 to 10, on batches of 32: its variables have 31 kB."""
    x, y = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.float32, [None, 10])
    logits = tf.matmul(x, tf.get_variable("w", [784, 10])) + tf.get_variable("b", [10])
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=y, logits=logits))
    step = tf.train.get_or_create_global_step()
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss, global_step=step)
    random = np.random.default_rng(0)
    feeds = {x: random.random((32, 784), np.float32), y: np.eye(10, dtype=np.float32)[random.integers(10, size=32)]}
    return [train, loss], feeds


def large():
    """A step that reads a variable of 4 MB and writes it."""
    x = tf.placeholder(tf.float32, [])
    w = tf.get_variable("w", [1000, 1000])
    step = tf.train.get_or_create_global_step()
    train = tf.train.GradientDescentOptimizer(0.01).minimize(x * tf.reduce_sum(w * w), global_step=step)
    return [train], {x: 0.5}


def call():
    """A run of one operation on the parameter server."""
    with tf.device("/job:ps/task:0"):
        one = tf.get_variable("one", []) + 1.0
    return one, {}


def train():
    """Trains with checkpoints until it is killed, and prints the time of each step."""
    worker = f"/job:worker/task:{number}"
    with tf.device(tf.train.replica_device_setter(worker_device=worker, cluster=cluster)):
        x = tf.placeholder(tf.float32, [None, 3])
        loss = tf.reduce_mean((tf.matmul(x, tf.get_variable("w", [3, 1])) - 1.0) ** 2)
        train = tf.train.GradientDescentOptimizer(0.01).minimize(loss, tf.train.get_or_create_global_step())
    config = tf.ConfigProto(device_filters=["/job:ps", worker])
    with tf.train.MonitoredTrainingSession(
        server.target, number == "0", duration, save_checkpoint_secs=1, save_summaries_steps=None, config=config
    ) as session:
        while True:
            session.run(train, {x: [[1.0, 2.0, 3.0]]})
            print("step", time.time(), flush=True)
            time.sleep(0.01)


if work == "train":
    train()

setter = tf.train.replica_device_setter(worker_device=f"/job:worker/task:{number}", cluster=cluster)
with tf.device(setter):
    fetches, feeds = {"softmax": softmax, "large": large, "call": call}[work]()
    ready = tf.report_uninitialized_variables()
    initialize = tf.global_variables_initializer()
config = tf.ConfigProto(device_filters=["/job:ps", f"/job:worker/task:{number}"])
with tf.Session(server.target, config=config) as session:
    if number == "0":
        session.run(initialize)
    while len(session.run(ready)):
        time.sleep(0.01)
    session.run(fetches, feeds)
    print("start", time.time() - begun, flush=True)
    sys.stdin.readline()  # until all workers are there
    for _ in range(100):
        session.run(fetches, feeds)
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < float(duration):
        session.run(fetches, feeds)
        count += 1
    print("rate", count / (time.perf_counter() - start), flush=True)
    sys.stdin.readline()
