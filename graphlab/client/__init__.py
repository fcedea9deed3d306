"""What is around a session: compiled code kept on disk."""
