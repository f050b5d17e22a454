/** A record that somebody brought along as a file: read in this window, kept as long as it is open, sent nowhere. */

import { LONGEST_RECORD, readRecord, type RecordRead } from "../net/record";

class BroughtRecord {
  #text = $state.raw("");
  #read = $state.raw<RecordRead | null>(null);

  get text(): string {
    return this.#text;
  }

  /** What could be read of it; null where nothing was brought. */
  get read(): RecordRead | null {
    return this.#read;
  }

  take = async (file: File): Promise<void> => {
    // A file that is no record at all is not read to its end.
    const text = await file.slice(0, LONGEST_RECORD + 1).text();
    this.#text = text;
    this.#read = readRecord(text);
  };

  forget(): void {
    this.#text = "";
    this.#read = null;
  }
}

export const brought = new BroughtRecord();
