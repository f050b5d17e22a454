/** A table as the host of its board: it knows the rules, makes sounds and speaks. */

import { announcer } from "../../app/announce";
import { isStill } from "../../app/looks";
import { readerOf } from "../../app/reader";
import { settings } from "../../app/settings.svelte";
import { sounds } from "../../app/sounds";
import type { BoardHost, HandDeed } from "../../board";
import { carriedOut, fitting, formOf, kindsOf } from "../../board/state";
import type {
  BoardIntent,
  BoardTile,
  ReadSet,
  Spot,
  TableDraft,
  ScreenForm,
  TableSet,
  TileId,
} from "../../board/state";
import { read } from "../../core/reading";
import type { Mirror } from "../../core/rules";
import { parts } from "../../core/sort";
import { explainedWords, liftedWords, placedWords, spotWords } from "./sayings";

/** A table whose tiles one moves on this screen: a game's, or an exercise's. */
export interface TableInHand {
  readonly draft: TableDraft;
  /** Whether tiles can be moved at all. */
  readonly plays: boolean;
  readonly mirror: Mirror | null;
  /** Do something with the draft; says whether anything changed. */
  edit(change: (draft: TableDraft) => TableDraft): boolean;
}

export class TableHost implements BoardHost {
  readonly #table: TableInHand;
  readonly #instead: () => TableDraft | null;
  /** What was said of tiles just lifted: the first place they come to is told with it, not instead of it. */
  #lifted = "";

  /** `instead` is what lies on the screen while one looks at something else than the table as it is. */
  constructor(table: TableInHand, instead: () => TableDraft | null) {
    this.#table = table;
    this.#instead = instead;
  }

  get draft(): TableDraft {
    return this.#instead() ?? this.#table.draft;
  }

  get plays(): boolean {
    return this.#table.plays && this.#instead() === null;
  }

  get still(): boolean {
    return isStill(settings.now);
  }

  get mirror(): Mirror | null {
    return this.#table.mirror;
  }

  get #reader(): ReadSet {
    return readerOf(this.mirror);
  }

  formOf(width: number, height: number): ScreenForm {
    return formOf(width, height, settings.now.bigTiles);
  }

  legal(tiles: readonly TileId[]): (spot: Spot) => boolean {
    return fitting(this.draft, tiles, this.#reader);
  }

  unordered(set: TableSet): boolean {
    return read(kindsOf(set.tiles), this.mirror)?.kind === "group";
  }

  parts(tiles: readonly BoardTile[]): ReadonlySet<BoardTile> {
    return parts(tiles, (tile) => tile.kind);
  }

  carryOut(intent: BoardIntent): boolean {
    return this.#table.edit((draft) => carriedOut(draft, intent, this.#reader));
  }

  hear(deed: HandDeed): void {
    if (deed.did === "pick" || deed.did === "lift") sounds.play("pick");
    if (deed.did === "place" || deed.did === "split") sounds.play("place");
    const words = this.#wordsFor(deed);
    if (words) announcer.instead("hand", deed.did === "reach" ? `${this.#lifted} ${words}`.trim() : words);
    this.#lifted = deed.did === "lift" ? words : "";
  }

  #wordsFor(deed: HandDeed): string {
    const { now } = this.draft;
    switch (deed.did) {
      case "lift":
        return liftedWords(now, deed.tiles);
      case "reach":
        return spotWords(now, deed.spot, deed.legal);
      case "place":
        return placedWords(now, deed.tiles, this.mirror);
      case "ask":
        return explainedWords(now, deed.set, this.mirror);
      default:
        return "";
    }
  }
}
