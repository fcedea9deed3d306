"""Clusters: servers, and how the processes of a cluster find and call each other."""
