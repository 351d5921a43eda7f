import { isoOf } from '../../../schemas/time.ts';
import type { StoreReads } from '../../stores/store-reads.ts';
import { refused } from './rule-fields.ts';

/** A stretch of a station that people speak of, ms since the epoch, both included; `end` null while it continues. */
interface Stretch {
  readonly network: string;
  readonly station: string;
  readonly start: number;
  readonly end: number | null;
}

/**
 * Refuses a stretch in which a station has no report: what is said of it would be of nothing. One that continues may begin
 * after the newest report.
 *
 * @throws HalcyonError `invalid_parameter` that says from when to when there are reports
 */
export async function assertReported(
  store: Pick<StoreReads, 'observations' | 'search'>,
  { network, station, start, end }: Stretch,
): Promise<void> {
  const value = async (oldestFirst: boolean) => {
    const asked = { where: null, oldestFirst, limit: 1, assessments: false };
    const [found] = await store.search.findOfEach([{ network, station, variable: null }], asked);
    return found?.rows[0];
  };
  const [oldest, newest] = [await value(true), await value(false)];
  if (oldest === undefined || newest === undefined) throw refused('start', `station '${station}' has no report yet`);
  const reports = `station '${station}' has reports from ${isoOf(oldest.time)} to ${isoOf(newest.time)}`;
  if (start < oldest.time) throw refused('start', `'start' should not be before the first report; ${reports}`);
  if (end === null) return;
  const { items } = await store.observations({ network, station, from: start, to: end, limit: 1 });
  if (items.length > 0) return;
  throw refused('end', `there should be a report from ${isoOf(start)} to ${isoOf(end)}; ${reports}`);
}
