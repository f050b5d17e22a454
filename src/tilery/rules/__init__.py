"""The rules: reading sets, judging turns, settling overtime, scoring, and the editions as data."""

from tilery.rules.covers import Reading, SetKind
from tilery.rules.edition import Edition, Rules, edition, edition_names, house_rules, load_house_rules
from tilery.rules.overtime import Settlement, Verdict, settle
from tilery.rules.position import PositionDefect, PositionError, read_position
from tilery.rules.reading import read
from tilery.rules.reasons import Reason, explain
from tilery.rules.scoring import Scores, score
from tilery.rules.turn import Defect, Turn, judge

__all__ = [
    "Defect",
    "Edition",
    "PositionDefect",
    "PositionError",
    "Reading",
    "Reason",
    "Rules",
    "Scores",
    "SetKind",
    "Settlement",
    "Turn",
    "Verdict",
    "edition",
    "edition_names",
    "explain",
    "house_rules",
    "judge",
    "load_house_rules",
    "read",
    "read_position",
    "score",
    "settle",
]
