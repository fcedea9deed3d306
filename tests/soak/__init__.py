"""What takes longer than a test may: the whole of what `make test` takes samples of."""
