"""Run the command line with ``python -m sgkin``."""

from sgkin.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
