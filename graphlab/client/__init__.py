"""What is around a session: timelines of traced runs, the devices of this machine, compiled code kept on disk."""
