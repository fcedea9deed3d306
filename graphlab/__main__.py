"""`python -m graphlab` is the `graphlab` command."""

from graphlab.cli import main

raise SystemExit(main())
