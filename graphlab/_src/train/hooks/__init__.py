"""What may be hung into the runs of a monitored session, one kind a file."""
