"""What is about an extra is left out where the extra isn't installed."""

from importlib.util import find_spec

_LEARNING = ["src/tilery/env/*", "docs/training.md"]
collect_ignore_glob = [] if find_spec("pettingzoo") else _LEARNING
