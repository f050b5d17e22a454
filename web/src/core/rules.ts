/** The rules of a game as the server sends them; what a row means is told in docs/rules.md. */

export type Freeing = "free" | "replace";
export type Overtime = "restore" | "keep";
export type PoolEmpty = "play-on" | "stop";
export type PoolScores = "difference" | "full";
export type MatchRule = "games-won" | "total";

/** What a mirror joker counts: nothing, or the number in the middle. */
export type Mirror = "none" | "middle";

/** The tiles a game is played with: copies of every natural kind, and how many jokers j d c m. */
export interface TileSet {
  readonly name: string;
  readonly copies: number;
  readonly jokers: readonly [number, number, number, number];
}

/** One game's rules; rows left out have no value: no rule for a mirror joker, no house rules. */
export interface Rules {
  readonly name: string;
  readonly booklet: string;
  readonly tile_set: TileSet;
  readonly players: readonly [number, number];
  readonly rack_size: number;
  readonly opening: number;
  readonly table_in_opening: boolean;
  readonly freeing: Freeing;
  readonly time_limit: number | null;
  readonly overtime: Overtime;
  readonly overtime_draw: number;
  readonly idle_draw: number;
  readonly joker_penalty: number;
  readonly pool_empty: PoolEmpty;
  readonly pool_scores: PoolScores;
  readonly match: MatchRule;
  readonly mirror?: Mirror | null;
  readonly house?: readonly string[];
}
