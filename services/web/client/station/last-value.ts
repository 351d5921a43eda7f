import { isSilent } from '../../../../schemas/station-state.ts';
import type { Variable } from '../../../../schemas/variables.ts';
import { message } from '../messages/message.ts';
import { shownValue } from '../state/variables.ts';
import { momentOf, SLOT_MS } from '../time/moments.ts';
import { cadenceOf } from './series.ts';

/** The values of a chart up to its end. Times in ms since the epoch, ascending. */
interface ShownValues {
  readonly variable: Variable;
  readonly to: number;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

/**
 * The last value of a chart in words. One after which several values are missing up to the end of the chart is not the present
 * one: it has its time.
 */
export function lastValueWords({ variable, times, values, to }: ShownValues): string {
  const read = times.filter((_, k) => values[k] !== null);
  const last = read.at(-1);
  const value = shownValue(
    variable,
    values.findLast((one) => one !== null),
  );
  if (last === undefined || !isSilent(last, Math.max(SLOT_MS, cadenceOf(read)), to)) return value;
  return message('station.last_value', { value, time: momentOf(last) });
}
