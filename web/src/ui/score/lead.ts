/** Who is ahead on a score pad, in a sentence that says by what. */

import { sayList } from "../../app/language";
import { editionName } from "../../app/words";
import { KEEPING } from "../../core/editions";
import { standOf, type ScorePad } from "../../core/pad";
import { m } from "../../paraglide/messages.js";

/** By the total, as Sabra counts, Tomasz leads Aiko by 12 points. An empty text before the first game. */
export function leadWords(pad: ScorePad): string {
  const { totals, wins, ahead } = standOf(pad);
  const nameOf = (seat: number): string => pad.players[seat] ?? "";
  const [first] = ahead;
  if (first === undefined) return "";
  if (ahead.length > 1) return m.score_level({ names: sayList(ahead.map(nameOf)) });
  const byTotal = KEEPING[pad.edition].match === "total";
  const worth = byTotal ? totals : wins;
  const lead = worth[first] ?? 0;
  const edition = editionName(pad.edition);
  const equal = sayList(pad.players.flatMap((name, seat) => (worth[seat] === lead ? [name] : [])));
  const rest = pad.players.map((_, seat) => seat).filter((seat) => seat !== first);
  const second = rest.reduce((one, two) => ((totals[two] ?? 0) > (totals[one] ?? 0) ? two : one));
  const name = nameOf(first);
  if (worth.filter((each) => each === lead).length > 1)
    return (byTotal ? m.score_leads_by_wins : m.score_leads_by_total)({ names: equal, name });
  return byTotal
    ? m.score_leads_total({ edition, name, other: nameOf(second), points: lead - (totals[second] ?? 0) })
    : m.score_leads_wins({ edition, name, count: lead });
}

/** How a match that is over ended. */
export function endWords(pad: ScorePad): string {
  const { ahead } = standOf(pad);
  const [first] = ahead;
  if (first === undefined) return "";
  return ahead.length > 1 ? m.end_match_shared() : m.end_match({ name: pad.players[first] ?? "" });
}
