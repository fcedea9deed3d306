"""A program as the READMEs of distributed TensorFlow 1 programs start it: one process for each task, an address for each."""

import time

import graphlab as tf

flags = tf.app.flags
flags.DEFINE_string("ps_hosts", "", "host:port of each, with commas between them")
flags.DEFINE_string("worker_hosts", "", "the same of the workers")
flags.DEFINE_string("job_name", "", "ps or worker")
flags.DEFINE_integer("task_index", 0, "which of them")
flags.DEFINE_integer("steps", 0, "of all workers together")
flags.DEFINE_string("logdir", "", "for checkpoints")
flags.DEFINE_float("pause", 0.0, "seconds after each step")
FLAGS = flags.FLAGS


def main(_):
    cluster = tf.train.ClusterSpec({"ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")})
    server = tf.train.Server(cluster, FLAGS.job_name, FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
    worker = f"/job:worker/task:{FLAGS.task_index}"
    with tf.device(tf.train.replica_device_setter(worker_device=worker, cluster=cluster)):
        x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable("w", [3, 1], initializer=tf.zeros_initializer())
        count = tf.get_variable("count", initializer=0.0)
        step = tf.train.get_or_create_global_step()
        counted = tf.assign_add(count, 1.0, use_locking=True)
        loss = tf.reduce_mean((x @ w - 1.0) ** 2)
        with tf.control_dependencies([counted]):
            train = tf.train.GradientDescentOptimizer(0.01).minimize(loss, global_step=step)
    hooks = [tf.train.StopAtStepHook(last_step=FLAGS.steps)]
    with tf.train.MonitoredTrainingSession(
        server.target,
        is_chief=FLAGS.task_index == 0,
        checkpoint_dir=FLAGS.logdir or None,
        hooks=hooks,
        save_checkpoint_steps=20,
        save_summaries_steps=None,
        log_step_count_steps=None,
    ) as session:
        own = 0
        while not session.should_stop():
            done, counts, _ = session.run([step, count, train], {x: [[1.0, 2.0, 3.0]]})
            own += 1
            print("step", done, flush=True)
            time.sleep(FLAGS.pause)
        print("end", own, done, counts, flush=True)


if __name__ == "__main__":
    tf.app.run()
