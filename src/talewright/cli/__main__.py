"""`python -m talewright.cli` is the command `talewright`."""

from talewright.cli.main import main

if __name__ == "__main__":
    main()
