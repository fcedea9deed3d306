"""Audio: WAV files, spectrograms."""
