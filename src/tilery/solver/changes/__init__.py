"""The best play that changes least on the table: fewest sets broken, then fewest tiles moved.

What that means is written in ``docs/changes.md``.
"""

from tilery.solver.changes.fewest import FewestChanges, fewest_changes
from tilery.solver.pairing import count_changes

__all__ = ["FewestChanges", "count_changes", "fewest_changes"]
