"""The guide: what a booklet says, chapter by chapter, and "may I …?" answered from an edition's own rows."""

from tilery.guide.answers import GuideAnswer, answer, find
from tilery.guide.entries import (
    GuideCase,
    GuideChapter,
    GuideEntry,
    GuidePicture,
    GuidePoint,
    GuideWords,
    chapters,
    entries,
    guide_words,
    holds,
    points_of,
)
from tilery.guide.search import SearchIndex

__all__ = [
    "GuideAnswer",
    "GuideCase",
    "GuideChapter",
    "GuideEntry",
    "GuidePicture",
    "GuidePoint",
    "GuideWords",
    "SearchIndex",
    "answer",
    "chapters",
    "entries",
    "find",
    "guide_words",
    "holds",
    "points_of",
]
