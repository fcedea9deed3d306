"""tf.contrib.learn.io: batches from files through queues, from generators, and tables as arrays."""
