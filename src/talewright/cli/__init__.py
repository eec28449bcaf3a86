"""The command line, for people: `talewright demo`, `play`, `cook`, `check`.

`player` turns lines of input into lines of output and knows no terminal; `terminal` and `plain` bring it to a person
and to a pipe; `errors` is the one place where an exception becomes a message and an exit code.
"""
