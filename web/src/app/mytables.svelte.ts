/** The tables at which I sit, and which of them wait for me. */

import { api as theApi, ApiError, type Api } from "../net/api";
import type { ShownTable } from "../net/routes";

export const isMyTurn = ({ turn, yours }: ShownTable): boolean => turn !== null && yours.includes(turn);

/** Whether nothing goes on at a table before I do something: it's my turn, or all others are ready. */
export function waitsForMe(one: ShownTable): boolean {
  const { table, yours } = one;
  if (table.phase === "playing") return isMyTurn(one) && table.pause?.since == null;
  const unready = table.seats.filter((seat) => seat.kind === "open" || (seat.kind === "person" && !seat.ready));
  const mine = table.seats.some((seat, at) => yours.includes(at) && !seat.ready && !seat.stand_in && !seat.left);
  if (table.phase === "between") return mine;
  return table.phase === "gathering" && mine && unready.length === 1;
}

export class MyTables {
  /** Those that are not over; null while that is not known. */
  #tables = $state.raw<readonly ShownTable[] | null>(null);
  /** Whether the server could not be reached. */
  away = $state(false);
  readonly #api: Api;

  constructor(api: Api = theApi) {
    this.#api = api;
  }

  get known(): boolean {
    return this.#tables !== null;
  }

  readonly waiting: readonly ShownTable[] = $derived((this.#tables ?? []).filter(waitsForMe));
  readonly others: readonly ShownTable[] = $derived((this.#tables ?? []).filter((one) => !waitsForMe(one)));

  load = async (): Promise<void> => {
    try {
      this.#tables = (await this.#api.myTables()).filter(({ table }) => table.phase !== "over");
      this.away = false;
    } catch (error) {
      this.away = error instanceof ApiError && (error.code === "offline" || error.code === "unavailable");
    }
  };

  /** Nobody is here any more. */
  forget(): void {
    this.#tables = null;
  }
}

export const myTables = new MyTables();
