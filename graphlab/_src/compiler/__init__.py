"""From a graph and what is fetched to compiled segments: prune, partition, lower."""
