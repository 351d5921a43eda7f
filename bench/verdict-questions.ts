import type { Question, TemporalMethod } from '../detectors/methods/temporal-method.ts';
import { thresholdOf } from '../detectors/methods/threshold.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../schemas/variables.ts';
import { SERIES_KINDS, seededSeries, withMissing } from '../test/detectors/methods/seeded-series.ts';

/** Values in a window; for `stl` a day of them. */
const WINDOW = 36;
const WINDOWS: Readonly<Record<string, number>> = { stl: 144 };
const QUESTIONS = 500;

/**
 * Questions of every kind of series, rounded to the resolution of every variable in turn.
 *
 * @param missing share of the window that is missing
 */
export function verdictQuestions(method: TemporalMethod, missing: number): Question[] {
  const threshold = thresholdOf(method.specification, null);
  const window = WINDOWS[method.specification.name] ?? WINDOW;
  return Array.from({ length: QUESTIONS }, (_, k) => {
    const variable = VARIABLES[k % VARIABLES.length];
    const { resolution, floor } = VARIABLE_SPECIFICATIONS[variable];
    const kind = SERIES_KINDS[Math.floor(k / VARIABLES.length) % SERIES_KINDS.length];
    const series = seededSeries(kind, window + 1, k + 1).map((value) => Math.round(value / resolution) * resolution);
    const history = withMissing(series.slice(0, window), missing, k);
    return { history, value: series[window], variable, floor, threshold };
  });
}
