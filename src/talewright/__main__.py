"""`python -m talewright`: the command line, where the command itself is not on the path."""

import runpy

if __name__ == "__main__":
    runpy.run_module("talewright.cli", run_name="__main__")
