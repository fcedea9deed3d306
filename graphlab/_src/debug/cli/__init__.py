"""The debugger's command line: commands and their texts, formatted tensors, the analysis of a dump, the loop that reads input."""
