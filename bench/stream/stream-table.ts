import { medianOf } from '../../detectors/windows/window-values.ts';

/** What the harness says of one run; numbers that a kind of run does not have are absent or null. */
export interface Measured {
  readonly size: string;
  /** Observations a second from the first to the last. */
  readonly obs_per_s?: number | null;
  /** User and system time of the program, its start included. */
  readonly cpu_us_per_obs?: number | null;
  readonly peak_rss_mb: number | null;
  /** From a start after kill -9 to the first verdict after it. */
  readonly restart_to_first_output_s?: number | null;
  /** Verdicts against those that are expected. */
  readonly check: { readonly missing?: number; readonly unexpected?: number; readonly duplicates?: number };
}

/** A run with the name of its program. */
export interface Run extends Measured {
  readonly program: string;
}

type Figure = (run: Run) => number | null | undefined;

/** Columns of a run that is let through, and of one that is killed on the way. */
const COLUMNS: Readonly<Record<'run' | 'crash', readonly (readonly [title: string, figure: Figure])[]>> = {
  run: [
    ['observations/s', (run) => run.obs_per_s],
    ['CPU us an observation', (run) => run.cpu_us_per_obs],
    ['memory, MB', (run) => run.peak_rss_mb],
  ],
  crash: [
    ['again after, s', (run) => run.restart_to_first_output_s],
    ['memory, MB', (run) => run.peak_rss_mb],
  ],
};

/**
 * A table in Markdown: medians with the least and the most, ratios to the first program, the worst of the verdicts.
 *
 * @param runs of one size, those of the program that is compared first
 * @param before of an earlier time, to set against these; [] where there are none
 * @param exact whether the expected verdicts are known
 */
export function streamTable(
  kind: 'run' | 'crash',
  runs: readonly Run[],
  before: readonly Run[],
  exact: boolean,
): string {
  const columns = COLUMNS[kind];
  const [[, leading]] = columns;
  const programs = [...new Set(runs.map(({ program }) => program))];
  const of = (program: string, among: readonly Run[]) => among.filter((run) => run.program === program);
  const first = median(of(programs[0], runs), leading);
  const titles = ['program', 'runs', ...columns.map(([title]) => title), 'ratio', 'before'];
  if (exact) titles.push('missing', 'wrong', 'twice');
  const lines = programs.map((program) => {
    const own = of(program, runs);
    const middle = median(own, leading);
    const cells = [program, String(own.length), ...columns.map(([, figure]) => spread(own, figure))];
    cells.push(ratio(middle, first), ratio(middle, median(of(program, before), leading)));
    if (exact) cells.push(worst(own, 'missing'), worst(own, 'unexpected'), worst(own, 'duplicates'));
    return cells;
  });
  return [titles, titles.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function sorted(runs: readonly Run[], figure: Figure): Float64Array {
  return Float64Array.from(runs.map((run) => figure(run) ?? Number.NaN).filter(Number.isFinite)).sort();
}

function median(runs: readonly Run[], figure: Figure): number {
  const values = sorted(runs, figure);
  return values.length === 0 ? Number.NaN : medianOf(values, values.length);
}

function spread(runs: readonly Run[], figure: Figure): string {
  const values = sorted(runs, figure);
  if (values.length === 0) return '';
  const middle = shown(medianOf(values, values.length));
  return values.length === 1 ? middle : `${middle} (${shown(values[0])} to ${shown(values[values.length - 1])})`;
}

function ratio(value: number, to: number): string {
  return Number.isFinite(value / to) ? (value / to).toFixed(2) : '';
}

function worst(runs: readonly Run[], of: keyof Measured['check']): string {
  const counts = runs.flatMap(({ check }) => check[of] ?? []);
  return counts.length === 0 ? '' : String(Math.max(...counts));
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)).toString();
}
