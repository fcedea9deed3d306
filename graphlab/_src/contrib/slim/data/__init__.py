"""tf.contrib.slim's data: files of records, what is in a record, and tensors of it by name."""
