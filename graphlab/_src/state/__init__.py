"""State that lives between runs: variables, queues, tables, and their operations."""
