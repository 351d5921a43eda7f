import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Fault } from '../../schemas/fault.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import { LONGEST_WAY } from './linked-passages.ts';
import { type Passage, sizeOf } from './passage.ts';
import { KNOWN_AFTER, LEAST_SIZE } from './passage-finder.ts';
import { SLOTS_AFTER } from './station-change.ts';

/** A passage is judged by what is known of the sensors so long after it [ms]: what is told does not change when more is. */
const KNOWN_WITHIN = (LONGEST_WAY + KNOWN_AFTER) * SLOT_MS;

/** A time in which a sensor is not believed [ms], and by when that, and its end, were known. */
interface Wrong {
  readonly start: number;
  readonly end: number;
  readonly known: number;
  readonly recovered: number;
}

/**
 * The passages without what wrong sensors say: a change that a fault or a device failure lies in, or that begins or ends with
 * one, is none, as far as that is known when no later report can change the event. Only what is left is told.
 *
 * @param faults and `anomalies` of the stations of the passages at least, none withdrawn
 */
export function soundPassages(
  passages: readonly Passage[],
  faults: readonly Fault[],
  anomalies: readonly Pick<Anomaly, 'station' | 'variable' | 'time' | 'classification'>[],
): Passage[] {
  const wrong = new Map<string, Wrong[]>();
  const note = (station: string, variable: Variable, span: Wrong) => {
    const key = keyOf(station, variable);
    const spans = wrong.get(key);
    if (spans === undefined) wrong.set(key, [span]);
    else spans.push(span);
  };
  for (const { station, variable, kind, start, end, known, recovered } of faults) {
    const span = { start, end: end ?? start, known, recovered: recovered ?? Number.POSITIVE_INFINITY };
    // A wrong clock moves all that the station says.
    for (const one of kind === 'clock' ? VARIABLES : [variable]) note(station, one, span);
  }
  for (const { station, variable, time, classification } of anomalies) {
    if (classification === 'device_failure')
      note(station, variable, { start: time, end: time, known: time, recovered: time });
  }
  return passages.flatMap((passage) => {
    const reach = Math.max(SLOTS_AFTER, passage.apart) * SLOT_MS;
    const told = passage.time + KNOWN_WITHIN;
    const isWrong = VARIABLES.map((variable) =>
      wrong.get(keyOf(passage.station, variable))?.some(({ start, end, known, recovered }) => {
        const lasts = recovered > told || end >= passage.time - reach;
        return known <= told && start <= passage.time + reach && lasts;
      }),
    );
    if (!isWrong.includes(true)) return [passage];
    const sizes = passage.sizes.map((size, v) => (isWrong[v] === true ? Number.NaN : size));
    const changes = passage.changes.map((change, v) => (isWrong[v] === true ? Number.NaN : change));
    return sizeOf(sizes) < LEAST_SIZE ? [] : [{ ...passage, sizes, changes }];
  });
}

function keyOf(station: string, variable: Variable): string {
  return `${variable}\n${station}`;
}
