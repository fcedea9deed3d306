"""Every reader of files is given files that were spoilt: it may refuse them, and nothing worse may happen.

python -m tests.fuzz                     as the tests do: a few hundred files for each reader, the same every time
python -m tests.fuzz --examples 100000   longer, other files each time; and names of readers for some of them
"""
