"""Settings of tf.config: devices, optimizer and threads of sessions without a ConfigProto."""
