import { hasSteps } from '../../../detectors/relations/gathered-parts.ts';
import { DEFAULT_LIMITS } from '../../../schemas/limits.ts';
import { SLOT_MS, SLOTS_PER_HOUR, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { HourSums } from '../time-series-store.ts';
import { Conditions } from './conditions.ts';
import { lateReports } from './late-reports.ts';
import { OUTRANKS } from './ranks.ts';
import type { StoreClient } from './store-client.ts';

/** Larger values are of no unit that is used. */
const LARGEST = 10_000_000;
/**
 * Of each variable the sum of its values in whole hundredths, how many there are, and the lowest and the highest where its steps
 * are looked at; then sum and number of those that no sensor can read in its unit.
 */
const SELECTED = VARIABLES.flatMap((name) => {
  const { failLow, failHigh } = DEFAULT_LIMITS[name];
  const counts = `${name} BETWEEN ${failLow} AND ${failHigh}`;
  const within = `least(greatest(${name}, -${LARGEST}), ${LARGEST})`;
  const hundredths = `floor(${name} * 100 + 0.5)`;
  const extreme = (which: 'min' | 'max') => (hasSteps(name) ? `${which}If(${hundredths}, ${counts})` : '0');
  return [
    ...[`sumIf(${hundredths}, ${counts})`, `countIf(${counts})`, extreme('min'), extreme('max')],
    ...[`sumIf(floor(${within} * 100 + 0.5), NOT (${counts}))`, `countIf(NOT (${counts}))`],
  ].map((sum) => `ifNull(toFloat64(${sum}), 0)`);
});
/** So many of each. */
const CELLS = SELECTED.length / VARIABLES.length;
/** Reports of an hour, and the sum of their times since it began [s]. */
const TIMES = [
  'toFloat64(count())',
  `toFloat64(sum(floor((toUnixTimestamp64Milli(time) - floor(slot / ${SLOTS_PER_HOUR}) * ${timeOfSlot(SLOTS_PER_HOUR)}) / 1000)))`,
];
const TYPES = ['String', 'Float64', 'Float64', 'Float64', ...SELECTED.map(() => 'Float64' as const)] as const;

/** Which hours are asked for. */
export interface HourQuery {
  readonly network: string;
  readonly stations: readonly string[];
  /** Hours since the epoch, both included. */
  readonly from: number;
  readonly to: number;
}

/** What stations reported in hours, as `TimeSeriesStore.hourSums`. */
export async function* readHourSums(client: StoreClient, query: HourQuery): AsyncGenerator<HourSums[]> {
  const [low, high] = [query.from * SLOTS_PER_HOUR, (query.to + 1) * SLOTS_PER_HOUR - 1];
  const [from, to] = [timeOfSlot(low) - SLOT_MS / 2, timeOfSlot(high) + SLOT_MS / 2 - 1];
  const where = new Conditions()
    .equal('network', query.network)
    .equal('station', query.stations)
    .add('slot BETWEEN {low:Int64} AND {high:Int64}', { low, high });
  const inTime = where.sql;
  where.add(`(station, slot, time) NOT IN (${lateReports(inTime)})`, { outranks: OUTRANKS });
  where.add('time BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})', {
    from,
    to,
  });
  const blocks = client.blocks(
    `SELECT station, floor(slot / ${SLOTS_PER_HOUR}) AS hour, ${[...TIMES, ...SELECTED].join(', ')} FROM observations FINAL
     WHERE ${where.sql} GROUP BY station, hour`,
    TYPES,
    where.parameters,
  );
  for await (const { rows, columns } of blocks) {
    const [stations, hours, reports, seconds, ...cells] = columns as [string[], ...Float64Array[]];
    const at = (row: number) => {
      const of = (cell: number) => VARIABLES.map((_name, v) => cells[CELLS * v + cell][row]);
      return {
        ...{ sums: of(0), counts: of(1), lows: of(2), highs: of(3) },
        ...{ impossibleSums: of(4), impossibleCounts: of(5) },
      };
    };
    yield Array.from({ length: rows }, (_, row) => ({
      station: stations[row],
      ...{ hour: hours[row], reports: reports[row], seconds: seconds[row] },
      ...at(row),
    }));
  }
}
