import type { ReportColumns } from '../../../schemas/report-columns.ts';

/** A batch and the first and last of its times [ms since the epoch]. */
interface Held {
  readonly reports: ReportColumns;
  readonly first: number;
  readonly last: number;
}

/**
 * The reports of a network that are asked for stretch by stretch, none of which begins or ends before the one before: each
 * is read once. As much is held as a stretch has, and a batch more.
 */
export class PassingReports {
  readonly #source: AsyncIterator<ReportColumns>;
  #held: Held[] = [];

  /** @param reports of the whole time, in the order of their slots */
  constructor(reports: AsyncIterable<ReportColumns>) {
    this.#source = reports[Symbol.asyncIterator]();
  }

  /** Those with from <= time <= to [ms since the epoch]. @throws what the source throws */
  async *between(from: number, to: number): AsyncGenerator<ReportColumns> {
    this.#held = this.#held.filter(({ last }) => last >= from);
    for (let k = 0; ; k++) {
      if (k === this.#held.length && !(await this.#readOn())) return;
      const { reports, first, last } = this.#held[k];
      if (first >= from && last <= to) yield reports;
      else if (first <= to && last >= from) yield partOf(reports, from, to);
      // Batches are of whole slots in order: what follows is later.
      if (first > to) return;
    }
  }

  /** Ends the read. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** Holds the next batch too; false where there is none. */
  async #readOn(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done === true) return false;
    if (value.length === 0) return this.#readOn();
    const first = value.time.reduce((least, time) => Math.min(least, time));
    const last = value.time.reduce((most, time) => Math.max(most, time));
    this.#held.push({ reports: value, first, last });
    return true;
  }
}

/** The reports with from <= time <= to. */
function partOf({ ids, station, time, values, rainCount }: ReportColumns, from: number, to: number): ReportColumns {
  const rows = new Uint32Array(time.length);
  let length = 0;
  for (let row = 0; row < time.length; row++) if (time[row] >= from && time[row] <= to) rows[length++] = row;
  const ofRows = (cells: Float64Array) => picked(cells, rows, new Float64Array(length));
  return {
    ...{ length, ids, station: picked(station, rows, new Uint32Array(length)), time: ofRows(time) },
    ...{ values: values.map(ofRows), rainCount: ofRows(rainCount) },
  };
}

/** Fills `into` with the cells of the first rows. */
function picked<A extends Float64Array | Uint32Array>(cells: A, rows: Uint32Array, into: A): A {
  for (let k = 0; k < into.length; k++) into[k] = cells[rows[k]];
  return into;
}
