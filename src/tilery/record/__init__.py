"""Records of games and matches: write, read, replay, verify."""

from tilery.record.lines import VERSION, RecordError
from tilery.record.record import GameRecord, MatchRecord, Replayed, read_record, read_records, record_game
from tilery.record.verify import Proof, check_rules, verify
from tilery.record.writer import RecordWriter

__all__ = [
    "VERSION",
    "GameRecord",
    "MatchRecord",
    "Proof",
    "RecordError",
    "RecordWriter",
    "Replayed",
    "check_rules",
    "read_record",
    "read_records",
    "record_game",
    "verify",
]
