/** The server's English sentence for each breach, made of its code and fields: so these are enough for one. */

import { formatTiles } from "../../src/core/notation";
import { explain } from "../../src/core/reasons";
import type { Rules } from "../../src/core/rules";
import type { Breach } from "../../src/core/turn";
import { and, sentence } from "./sentences";

const LONGEST = 27;

/** One breach in the server's words. */
export function breachSentence(rules: Rules, breach: Breach): string {
  switch (breach.code) {
    case "too-many-tiles":
      return `there are ${breach.count} tiles, but tile set ${rules.tile_set.name} has only ${breach.most}`;
    case "table-tile-missing":
      return `missing from the table: ${and(breach.tiles)}`;
    case "not-on-rack":
      return `not on the rack: ${and(breach.tiles)}`;
    case "nothing-played":
      return "no tile from the rack was played";
    case "illegal-set": {
      const { place, tiles } = breach;
      if (tiles.length > LONGEST)
        return `set ${place + 1} has ${tiles.length} tiles, and no set has more than ${LONGEST}`;
      const reasons = explain(tiles, rules.mirror ?? null).map(sentence);
      return `set ${place + 1}, ${formatTiles(tiles)}: ${reasons.join("; ")}`;
    }
    case "opening-touches-table":
      return `before you open you can't use the table, but ${breach.sets.map(formatTiles).join(" and ")} changed`;
    case "opening-too-low": {
      const { needed, worth } = breach;
      const alone = rules.opening_sets === "one" ? "in one set from the rack alone" : "from the rack alone";
      const unsure = " as far as can be seen: play what makes it worth more as sets of its own";
      return `the first play must be worth ${needed} ${alone}, this is ${worth.value}${worth.sure ? "" : unsure}`;
    }
    case "drawn-tile-frees-nothing":
      return `after drawing ${and(breach.tiles)} the only play left is one that frees a joker with it`;
    case "joker-not-in-new-set":
      return "a freed joker goes into a new set: this one was added to a set that was already there";
    case "joker-not-freed": {
      const only = "it can only stand for something else once that tile is on the table";
      return `a joker on the table stands for ${and(breach.stood)}: ${only}`;
    }
  }
}
