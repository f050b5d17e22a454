/** What the tests of the board's controller share: a host that takes down what it is told, a page of numbers. */

import { readerOf } from "../../../src/app/reader";
import { tableText } from "../../../src/app/written";
import type { BoardHost, HandDeed } from "../../../src/board/control/host";
import type { BoardPage, PageLook } from "../../../src/board/control/page";
import { carriedOut, fitting } from "../../../src/board/state";
import type {
  BoardIntent,
  BoardTile,
  Point,
  Rect,
  Spot,
  TableDraft,
  ScreenForm,
  TableSet,
  TileId,
} from "../../../src/board/state";
import { begun, tile } from "../state/kit";

const READ = readerOf(null);

/** A host with the rules' own reader, and nobody to hear it. */
export class TestHost implements BoardHost {
  draft: TableDraft = $state.raw(begun(""));
  plays = $state(true);
  still = $state(false);
  form: ScreenForm = "desktop";
  /** Whether it does as it is told. */
  willing = true;
  readonly intents: BoardIntent[] = [];
  readonly deeds: HandDeed[] = [];
  readonly windows: [number, number][] = [];
  begins: (tiles: readonly BoardTile[]) => ReadonlySet<BoardTile> = () => new Set();

  constructor(table: string, rack: string | null = "") {
    this.draft = begun(table, rack);
  }

  formOf(width: number, height: number): ScreenForm {
    this.windows.push([width, height]);
    return this.form;
  }

  legal(tiles: readonly TileId[]): (spot: Spot) => boolean {
    return fitting(this.draft, tiles, READ);
  }

  unordered(set: TableSet): boolean {
    return new Set(set.tiles.map(({ kind }) => kind % 13)).size === 1;
  }

  parts(tiles: readonly BoardTile[]): ReadonlySet<BoardTile> {
    return this.begins(tiles);
  }

  carryOut(intent: BoardIntent): boolean {
    this.intents.push(intent);
    const next = this.willing ? carriedOut(this.draft, intent, READ) : this.draft;
    const changed = next !== this.draft;
    this.draft = next;
    return changed;
  }

  hear(deed: HandDeed): void {
    this.deeds.push(deed);
  }

  /** The table as it is written. */
  get text(): string {
    return tableText(this.draft.now.sets);
  }

  id(text: string, copy = 0): TileId {
    return tile(this.draft, text, copy);
  }

  ids(texts: string): TileId[] {
    return texts.split(" ").map((text) => this.id(text));
  }
}

/** A page where everything is where it is said to be. */
export class TestPage implements BoardPage {
  cloth: HTMLElement | null = null;
  ledge: HTMLElement | null = null;
  readonly scrolls: number[] = [];
  readonly asides: number[] = [];
  seen: PageLook = {
    width: 1200,
    height: 800,
    cloth: { x: 100, y: 50, width: 1000, height: 400 },
    scrolled: 0,
    ledge: { x: 100, y: 500, width: 800, height: 150 },
    aside: 0,
  };

  look(): PageLook {
    return this.seen;
  }

  scrollBy(by: number): void {
    this.scrolls.push(by);
  }

  scrollTo(top: number): void {
    this.scrolls.push(top);
  }

  scrollAside(left: number): void {
    this.asides.push(left);
    const { x } = this.seen.ledge;
    this.seen = { ...this.seen, aside: left, ledge: { ...this.seen.ledge, x: x + this.seen.aside - left } };
  }
}

export const middle = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 });
