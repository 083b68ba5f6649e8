"""``python -m judge`` is ``judge``."""

from judge.cli import main

raise SystemExit(main())
