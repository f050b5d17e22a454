/** What this browser remembers; where it may not remember anything, nothing is remembered and nothing breaks. */

/** What was written under a name; null when there is nothing that can be read. */
export function readLocal(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`tilery.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** Remember something; null forgets it. Whether it is remembered. */
export function writeLocal(name: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(`tilery.${name}`);
    else localStorage.setItem(`tilery.${name}`, JSON.stringify(value));
    return true;
  } catch {
    // Private windows and full disks: the app works all the same.
    return false;
  }
}
