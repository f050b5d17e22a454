/** What the referee says of one turn, as plain data to hold beside the server's verdict. */

import { formatTable, formatTiles, parseTable, parseTiles } from "../../src/core/notation";
import { settle } from "../../src/core/overtime";
import type { Rules } from "../../src/core/rules";
import { judge } from "../../src/core/turn";
import type { Breach, Proposal } from "../../src/core/turn";
import { breachSentence } from "./breaches";

/** A turn in notation. */
export interface AskedTurn {
  readonly rules: Rules;
  readonly before: string;
  readonly rack: string;
  readonly after: string;
  readonly opened: boolean;
  readonly drawn: string;
  readonly pool: number;
}

const proposal = ({ before, rack, after, opened, drawn }: AskedTurn): Proposal => ({
  before: parseTable(before),
  rack: parseTiles(rack),
  after: parseTable(after),
  opened,
  drawn: parseTiles(drawn),
});

/** Everything there is to know about a turn: the verdict, and how it is settled when its time is up. */
export function answer(asked: AskedTurn): object {
  const { rules } = asked;
  const turn = judge(rules, proposal(asked));
  const settled = settle(rules, proposal(asked), asked.pool);
  const told = (breach: Breach): object => ({
    code: breach.code,
    text: breachSentence(rules, breach),
    rule: breach.rule,
    booklet: breach.booklet ?? `house rules ${rules.name}`,
    stood: breach.code === "joker-not-freed" ? formatTiles(breach.stood) : "",
  });
  return {
    legal: turn.isLegal,
    played: formatTiles(turn.played),
    value: turn.value,
    opening_value: turn.opening?.value ?? null,
    table: formatTable(turn.table),
    defects: turn.breaches.map(told),
    more: turn.more,
    settled: settled && {
      verdict: settled.verdict,
      table: formatTable(settled.table),
      laid: formatTiles(settled.laid),
      taken: formatTiles(settled.taken),
      draw: settled.draw,
    },
  };
}
