"""A table in this process: its queue, the people connected to it, and the rounds that keep tables going."""
