import { shown } from '../../validation/refusal.ts';
import type { StationRow } from './import-history.ts';

type Place = Pick<StationRow, 'file' | 'line'>;

/** Finds the rows of a table of stations that a later row of the same station replaces. */
export class RepeatedStations {
  readonly #places = new Map<string, Place>();

  /**
   * Takes the next row that can be read.
   *
   * @returns the row that it replaces, with what is to be said of it; null where the station is new
   */
  replacedBy(id: string, { file, line }: Place): (Place & { readonly detail: string }) | null {
    const before = this.#places.get(id);
    this.#places.set(id, { file, line });
    if (before === undefined) return null;
    return { ...before, detail: `station ${shown(id)} is named again in ${file}:${line}, which counts` };
  }
}
