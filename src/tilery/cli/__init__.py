"""The command line: thin commands, one file each."""

from tilery.cli.app import app, main

__all__ = ["app", "main"]
