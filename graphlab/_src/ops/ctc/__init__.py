"""Connectionist temporal classification: labels that are shorter than the sequences which they belong to."""
