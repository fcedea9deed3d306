"""`python -m graphlab` is the `graphlab` command."""

from graphlab._src.cli.main import main

raise SystemExit(main())
