"""Every reader of files is given files that were spoilt: it may refuse them, and nothing worse may happen.

python -m tests.fuzz                            as the tests do: the corpus, and some files for each reader, always the same
python -m tests.fuzz --examples 1000            longer; and names of readers for some of them
python -m tests.fuzz.guided FOLDER              led by Atheris to new code, until the time is over; keeps what it finds
python -m tests.soak fuzz --minutes 60          the same as a part of the campaign
"""
