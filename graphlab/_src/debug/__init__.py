"""TensorFlow's debugger, tfdbg: dumps of runs and their reader, the sessions and hooks that watch runs, the command line."""
