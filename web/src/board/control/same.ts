/** Values that are worked out anew though few of them change: one that is as it was stays the very same. */

/** Lists of such values, each told by its id. What follows only values that stayed is not looked at again. */
export class SameValues<Value extends object> {
  #known = new Map<number, Value>();
  #list: readonly Value[] = [];

  of(found: readonly (readonly [id: number, value: Value])[]): readonly Value[] {
    const known = new Map(found.map(([id, value]) => [id, kept(this.#known.get(id), value)]));
    const list = [...known.values()];
    this.#known = known;
    const same = list.length === this.#list.length && list.every((value, at) => value === this.#list[at]);
    return same ? this.#list : (this.#list = list);
  }
}

function kept<Value extends object>(old: Value | undefined, value: Value): Value {
  const keys = Object.keys(value) as (keyof Value)[];
  return old && keys.every((key) => old[key] === value[key]) ? old : value;
}
