"""Tools for sessions: timelines of traced runs, the devices of this machine, the cache of executables on disk."""
