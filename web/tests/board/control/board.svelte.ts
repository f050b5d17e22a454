/** A board that lives outside of any component, until it is told to end. */

import { Board } from "../../../src/board/control/board.svelte";
import type { BoardHost } from "../../../src/board/control/host";
import type { BoardPage } from "../../../src/board/control/page";

export function boardOf(host: BoardHost, page: BoardPage): { readonly board: Board; readonly end: () => void } {
  let board: Board | null = null;
  const end = $effect.root(() => {
    board = new Board(host, page);
  });
  if (board === null) throw new Error("there is no board");
  return { board, end };
}
