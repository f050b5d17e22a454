"""How fast the rules are: ``python -m benchmarks [name…]`` measures and prints a table."""
