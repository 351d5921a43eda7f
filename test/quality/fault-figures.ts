import { FAULTS_OF_DAYS } from '../../schemas/fault.ts';
import type { FaultScores, FaultsOfKind } from './fault-scores.ts';
import { percentage } from './figures.ts';

/** A figure of what the harness says of faults; null where it has none. */
export type FaultFigure = (scores: FaultScores) => number | null;

/** F1, precision and recall over values; null where no value is wrong. */
export function ofValues(name: 'f1' | 'precision' | 'recall'): FaultFigure {
  return ({ values }) => (values.wrong === 0 ? null : values[name]);
}

/** Right values that are called wrong [%]. */
export const rightCalledWrong: FaultFigure = ({ values }) => percentage(values.alarms, values.right);

/** Faults after which the first right value is called wrong, of those whose last value is [%]. */
export const returnCalledWrong: FaultFigure = ({ values }) => percentage(values.returns, values.ends);

/** Values in injected weather that are called wrong [%]. */
export const weatherCalledWrong: FaultFigure = ({ values }) => percentage(values.weather_called, values.weather);

/** False faults a station-week. */
export const falseFaults: FaultFigure = ({ faults }) => faults.false_per_station_week;

/** Faults that are found, of the injected ones that count [%]. */
export const faultsFound: FaultFigure = (scores) => {
  const rows = rowsThatCount(scores);
  const sum = (field: 'found' | 'injected') => rows.reduce((all, row) => all + row[field], 0);
  return percentage(sum('found'), sum('injected'));
};

/**
 * By how far the start or the end of a found fault is off [h]: the median over the found faults, each with the median of
 * its kind, as the harness gives no other.
 */
export function limitOff(limit: 'start_off_hours' | 'end_off_hours'): FaultFigure {
  return (scores) => {
    const rows = rowsThatCount(scores).flatMap(({ found, [limit]: off }) =>
      off === undefined ? [] : [{ found, off }],
    );
    rows.sort((a, b) => a.off - b.off);
    const half = rows.reduce((all, { found }) => all + found, 0) / 2;
    let passed = 0;
    // The upper of two medians, as in the harness.
    for (const { found, off } of rows) {
      passed += found;
      if (passed > half) return off;
    }
    return null;
  };
}

/** Faults of days of one kind that are found [%], by the name that the harness has for it. */
export function slowFound(kind: string): FaultFigure {
  return ({ faults }) => percentage(faults.by_kind[kind]?.found ?? 0, faults.by_kind[kind]?.injected ?? 0);
}

/** From the start of those that are found until they are known, median [h]. */
export function slowKnown(kind: string): FaultFigure {
  return ({ faults }) => faults.by_kind[kind]?.delay_hours ?? null;
}

const DAYS_A_MONTH = 30;

/** False faults of days, a station-month. @param counts whether those of a variable count */
export function falseSlow(counts: (variable: string) => boolean): FaultFigure {
  return ({ faults }) => {
    const those = faults.false_list.filter((line) => {
      const [, variable, kind] = /^[^|]*\|(\S+) .* (\S+)$/.exec(line) ?? [];
      return FAULTS_OF_DAYS.some((one) => one === kind) && counts(variable);
    });
    return (those.length * DAYS_A_MONTH) / 7 / faults.station_weeks;
  };
}

/** Tiny faults are inside the noise, and slow ones, which the harness names by their kind alone, take days to show. */
function rowsThatCount({ faults }: FaultScores): FaultsOfKind[] {
  const counts = (name: string) => name === 'stuck' || (name.includes(' ') && !name.endsWith(' tiny'));
  return Object.entries(faults.by_kind).flatMap(([name, row]) => (counts(name) ? [row] : []));
}
