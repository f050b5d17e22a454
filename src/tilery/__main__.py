"""``python -m tilery`` is the command ``tilery``."""

from tilery.cli import main

if __name__ == "__main__":
    main()
