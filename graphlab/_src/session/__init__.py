"""Running a graph: fetches, feeds, the plan cache and the store of variables."""
