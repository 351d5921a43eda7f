import { momentOf, QUANTITIES } from '../../detectors/words/quantities.ts';
import type { Fault } from '../../schemas/fault.ts';
import { isOfFeed } from './causes.ts';

/** More stations than a swap is of. */
const MANY = 3;

/** The stations of faults of one cause: those that the kind of the first one is of. */
export function stationsOf([first, ...same]: readonly Fault[]): number {
  return new Set([first, ...same.filter(({ kind }) => kind === first.kind)].map(({ station }) => station)).size;
}

/**
 * What many stations have in common, in one sentence without a full stop: `all 45 stations of north report temperature in degF
 * since 03-01 09:00Z`; null of faults that few have.
 *
 * @param faults of one cause, the one that speaks for them first
 * @param all how many stations the network has
 */
export function togetherWords(faults: readonly Fault[], all: number): string | null {
  const [{ kind, variable, unit, network }] = faults;
  const stations = stationsOf(faults);
  if (!isOfFeed(kind) || stations < MANY) return null;
  const those = faults.filter((fault) => fault.kind === kind);
  const start = Math.min(...those.map((fault) => fault.start));
  const holds = those.some(({ end }) => end === null);
  const verb = holds ? 'report' : 'reported';
  const what = unit === null ? `impossible ${QUANTITIES[variable]}` : `${QUANTITIES[variable]} in ${unit}`;
  const until = momentOf(Math.max(...those.map((fault) => fault.end ?? fault.start)), start);
  const when = holds ? `since ${momentOf(start)}` : `from ${momentOf(start)} to ${until}`;
  const who = stations >= all ? `all ${stations} stations` : `${stations} of ${all} stations`;
  return `${who} of ${network} ${verb} ${what} ${when}`;
}
