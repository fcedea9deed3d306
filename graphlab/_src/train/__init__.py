"""Training: optimizers, savers, hooks, coordinators, metrics and sessions that recover."""
