"""Candidate sampling: a few classes in place of all, for losses over very many."""
