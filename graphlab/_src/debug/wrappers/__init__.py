"""Sessions that wrap another one and watch its runs, and hooks that do so for monitored sessions."""
