import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { packageFile } from '../../schemas/package-root.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';

/** What rivals.py knows a judge by. */
export type RivalName = 'buddy_check' | 'sct' | 'isolation_forest' | 'lof' | 'correlation';

/** What a judge is told; what each means is said in rivals.py. */
export type Parameters = Readonly<Record<string, string | number>>;

/** A judge that is not Halcyon. */
export interface Rival {
  readonly name: RivalName;
  readonly title: string;
  /** True where it needs titanlib, which does not install everywhere. */
  readonly needsTitanlib: boolean;
  /** Parameters of which those are taken that are best for the network. */
  readonly grid: readonly Parameters[];
}

/** All of them, in the order of the table. */
export const RIVALS: readonly Rival[] = [
  {
    ...{ name: 'buddy_check', title: 'titanlib, buddy check', needsTitanlib: true },
    grid: gridOf({
      values: ['as they are', 'departures'],
      kilometres: [100, 300],
      threshold: [3, 4],
      least_sigma: [0.35, 0.5, 0.7],
    }),
  },
  {
    ...{ name: 'sct', title: 'titanlib, spatial consistency test', needsTitanlib: true },
    grid: gridOf({ values: ['departures'], kilometres: [100, 300], threshold: [8, 12, 16], eps2: [0.1, 1] }),
  },
  {
    ...{ name: 'isolation_forest', title: 'isolation forest', needsTitanlib: false },
    grid: gridOf({ threshold: [0.65, 0.7, 0.75, 0.8], least: [1, 1.5, 2, 3] }),
  },
  {
    ...{ name: 'lof', title: 'local outlier factor', needsTitanlib: false },
    grid: gridOf({ nearest: [50, 100], threshold: [2, 4, 8], least: [1, 1.5, 3] }),
  },
  {
    ...{ name: 'correlation', title: 'ARIMA and median correlation', needsTitanlib: false },
    grid: gridOf({ sigmas: [5, 8, 12], after: [0, 6], below: [0.3, 0.6, 0.8, 0.9] }),
  },
];

/** What the judges are asked about. */
export interface RivalQuestion {
  /** Folders as `inject.mjs` writes them. */
  readonly folders: readonly string[];
  /** Stretches that are judged, as for `inject.mjs`. */
  readonly segments: string;
  readonly judges: Partial<Readonly<Record<RivalName, readonly Parameters[]>>>;
}

/**
 * Has rivals judge folders: what each names by each of its parameters lies in `rivalReport` of the folder.
 *
 * @param python interpreter that has their packages
 * @throws Error where they fail
 */
export function askRivals(python: string, { folders, segments, judges }: RivalQuestion): void {
  const input = JSON.stringify({
    folders,
    segments: segments.split(',').map((segment) => segment.split('..')),
    floors: Object.fromEntries(VARIABLES.map((name) => [name, VARIABLE_SPECIFICATIONS[name].floor])),
    judges,
  });
  // titanlib writes a line for each call to its standard output.
  const stdio: ('pipe' | 'ignore' | 'inherit')[] = ['pipe', 'ignore', 'inherit'];
  execFileSync(python, ['-B', packageFile('test', 'quality', 'rivals.py')], { input, stdio });
}

/** The report of a rival, as `score.mjs` reads it. */
export function rivalReport(folder: string, name: RivalName, parameters: number): string {
  return join(folder, `rival-${name}-${parameters}.json`);
}

/** Every combination of the given values, the last of the parameters first. */
function gridOf(given: Readonly<Record<string, readonly (string | number)[]>>): Parameters[] {
  return Object.entries(given).reduce<Parameters[]>(
    (grid, [name, values]) => grid.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}
