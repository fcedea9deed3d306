"""Connectionist temporal classification: label sequences that are shorter than their input sequences."""
