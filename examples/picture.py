"""A picture of a position and of its best play: ``python picture.py > play.svg``."""

from tilery import Table, Tiles, best_play, edition, svg

rules = edition("sabra").rules()
table, rack = Table("r4 b4 k4 y4 | r8 k8 y8"), Tiles("b3 b5 b6 b8 k1")
play = best_play(rules, table, rack)
if play is None:
    print(svg.table(table, rack, rules=rules))
else:
    print(svg.move(table, play.table, rack.without(play.played), steps=True, rules=rules))
