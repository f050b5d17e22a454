"""The strength dial: how much a player notices, step by step, whatever else it is like.

>>> list(DIAL)[0], list(DIAL)[-1], DIAL["beginner"].joker
('newcomer', 'veteran', 0.5)
"""

from __future__ import annotations

from tilery.bots.attentive import Attention

__all__ = ["DIAL"]

# Tuned so that each level of the ladder beats the one below in 65 to 80 of 100 games; only the newcomer, who never
# touches the table, is left further behind. ``docs/bots.md`` has the figures.
DIAL: dict[str, Attention] = {
    "newcomer": Attention(0.4, (0.9,)),
    "beginner": Attention(0.5, (0.9, 0.16)),
    "casual": Attention(0.6, (0.95, 0.4, 0.03)),
    "regular": Attention(0.8, (1, 0.65, 0.1, 0.01)),
    "skilled": Attention(0.9, (1, 0.85, 0.22, 0.03)),
    "veteran": Attention(1, (1, 1, 0.85, 0.2)),
}
"""The steps, weakest first; who overlooks nothing is above the last."""
