"""What a selection of a graph computes, where its gradient flows, and which fetches need it, in words."""
