/** A table on any page, Svelte or not. */

import { mount, unmount } from "svelte";
import { FreeTable } from "./control/free.svelte";
import type { FreeTableOptions } from "./control/free.svelte";
import type { TableDraft, TileKind } from "./state";
import { plainLook } from "./view/look";
import type { ClothWords, Face } from "./view/look";
import Table from "./view/Table.svelte";

/** What lies on a table, how its tiles look and are called, and who knows the rules. */
export interface TableOptions extends FreeTableOptions {
  readonly face: (kind: TileKind) => Face;
  readonly name: (kind: TileKind) => string;
  readonly words: ClothWords & { readonly rack: string };
}

/** A table on a page. */
export interface MountedTable {
  /** What lies there now. */
  readonly draft: TableDraft;
  /** Take it off the page. */
  remove(): void;
}

/** Put a table into an element, which it fills. */
export function mountTable(target: Element, { face, name, words, ...options }: TableOptions): MountedTable {
  const host = new FreeTable(options);
  const component = mount(Table, { target, props: { host, look: plainLook(face, name), words } });
  return {
    get draft() {
      return host.draft;
    },
    remove: () => void unmount(component),
  };
}
