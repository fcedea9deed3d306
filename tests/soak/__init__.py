"""Long tests, each a program that tells what it found: `python -m tests.soak.…`."""
