"""`python -m parlor`: the command line."""

from . import main

main()
