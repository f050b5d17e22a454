"""Measuring the solver: positions, our own times, other solvers' times, all in one run."""
