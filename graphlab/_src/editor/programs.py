"""All programs that the palette offers."""

from graphlab._src.editor import example_data, session_programs
from graphlab._src.editor.program import PROGRAMS as PROGRAMS

MODULES = (session_programs, example_data)  # which have registered theirs
