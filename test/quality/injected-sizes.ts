import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slotOf } from '../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import { InjectedHistory, rowsOf } from './injected-history.ts';

/** Faults of one size in one variable. */
export interface InjectedSize {
  readonly variable: Variable;
  readonly size: string;
  /** By how much they change a value: the median at their first slots, unit of the variable. */
  readonly amplitude: number;
  /** How many there are over all seeds. */
  readonly faults: number;
}

/** Kinds whose every value is changed by the size itself. */
const CONSTANT = ['spike', 'block', 'step'];

type Values = ReadonlyMap<string, number | null>;

async function valuesOf(folder: string): Promise<Values> {
  const history = new InjectedHistory(folder);
  const values = new Map<string, number | null>();
  for await (const batch of history.read('quality', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) {
    for (const { station, time, values: those } of batch) {
      for (const variable of VARIABLES) values.set(`${station}|${variable}|${slotOf(time)}`, those[variable]);
    }
  }
  return values;
}

/**
 * How large the faults of injected folders are, found from the values before and after: by variable, then from small to large.
 * Stuck sensors have no size, and how many noisy ones there are is counted all the same.
 *
 * @param clean folder of the same observations without faults
 * @param excluded stations that are not scored
 */
export async function injectedSizes(
  clean: string,
  folders: readonly string[],
  excluded: ReadonlySet<string>,
): Promise<InjectedSize[]> {
  const before = await valuesOf(clean);
  const found = new Map<string, { changes: number[]; faults: number }>();
  for (const folder of folders) {
    const after = await valuesOf(folder);
    for (const row of rowsOf(readFileSync(join(folder, 'truth.csv')))) {
      const { station_id: station, variable, size, kind } = row;
      if (row['class'] !== 'device_failure' || kind === 'stuck' || excluded.has(station)) continue;
      const group = found.get(`${variable}|${size}`) ?? { changes: [], faults: 0 };
      found.set(`${variable}|${size}`, group);
      group.faults++;
      const at = `${station}|${variable}|${slotOf(Date.parse(row['start']))}`;
      const [was, is] = [before.get(at), after.get(at)];
      if (CONSTANT.includes(kind) && typeof was === 'number' && typeof is === 'number')
        group.changes.push(Math.abs(is - was));
    }
  }
  const sizes = [...found].map(([key, { changes, faults }]) => {
    const [variable, size] = key.split('|') as [Variable, string];
    const amplitude = changes.sort((a, b) => a - b)[changes.length >> 1] ?? Number.NaN;
    return { variable, size, amplitude: Number(amplitude.toPrecision(3)), faults };
  });
  return sizes.sort(
    (a, b) => VARIABLES.indexOf(a.variable) - VARIABLES.indexOf(b.variable) || a.amplitude - b.amplitude,
  );
}
