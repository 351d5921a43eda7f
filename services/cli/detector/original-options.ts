import { Option } from 'commander';
import { HalcyonError } from '../../../schemas/errors.ts';

/** What the options of the original tool say, where this one has other words for it. */
export interface OriginalOptions {
  db?: string;
  pgUrl?: string;
  temporalThreshold?: string;
  excludeStations?: string;
  parallel?: boolean;
  workers?: string;
}

/** Most threads that may be asked for. */
const MOST_WORKERS = 256;

/** Options of the original tool that are understood; the help does not show them, as each has another name here. */
export function originalOptions(): Option[] {
  return [
    new Option('--db <path>', '--database'),
    new Option('--pg-url <url>', '--database'),
    new Option('--temporal-threshold <number>', '--threshold'),
    new Option('--exclude-stations <list>', 'stations that are left out, comma-separated'),
    new Option('--parallel', 'as many threads as there are processors, as without it'),
    new Option('--workers <count>', 'threads'),
  ].map((option) => option.hideHelp());
}

/** Options of the original tool that mean nothing here, with what to say instead. */
const WITHOUT_MEANING: readonly (readonly [option: RegExp, instead: string])[] = [
  [
    /^--comprehensive$/,
    'say --spatial-verify to verify anomalies against the neighbours, and run --health-check for the sensors over days',
  ],
  [
    /^--correlation-threshold(-[a-z]+)*$/,
    'a verdict rests on what share of a deviation the neighbours made too, by bounds of its own: --spatial-method pearson ' +
      'or distance chooses how, --threshold beyond which score a value is an anomaly',
  ],
  [
    /^--config$/,
    'give its values as options, see --help; settings of a whole system are variables: docs/configuration.md',
  ],
];

/** @throws HalcyonError `invalid_parameter` for an option of the original tool that means nothing here, with what to use */
export function refuseWithoutMeaning(argv: readonly string[]): void {
  for (const word of argv) {
    const option = word.split('=', 1)[0];
    const instead = WITHOUT_MEANING.find(([pattern]) => pattern.test(option))?.[1];
    if (instead !== undefined) throw new HalcyonError('invalid_parameter', `${option} is not used here: ${instead}`);
  }
}

/**
 * The database that options name, whatever they call it; null where none does.
 *
 * @throws HalcyonError `invalid_parameter` for an empty one, or where two name others
 */
export function namedDatabase(given: OriginalOptions & { readonly database?: string }): string | null {
  const named = [
    ['--database', given.database],
    ['--db', given.db],
    ['--pg-url', given.pgUrl],
  ].flatMap(([option, value]) => (value === undefined ? [] : [[option, value] as const]));
  for (const [option, value] of named) {
    if (value?.trim() !== '') continue;
    throw new HalcyonError('invalid_parameter', `${option} is empty, should be a URL or a path`);
  }
  const [first, ...others] = named;
  const other = others.find(([, value]) => value !== first[1]);
  if (other === undefined) return first?.[1] ?? null;
  throw new HalcyonError('invalid_parameter', `${first[0]} and ${other[0]} name two databases, one is read`);
}

/** The name of a temporal method: the original tool has two for one. */
export function methodName(given: string | undefined): string | undefined {
  return given?.toLowerCase() === 'zscore' ? '3sigma' : given;
}

/** Ids of stations that are left out. */
export function excludedStations({ excludeStations }: OriginalOptions): readonly string[] {
  const ids = (excludeStations ?? '').split(',').map((id) => id.trim());
  return ids.filter((id) => id !== '');
}

/**
 * Threads beside the one that reads, as `--workers` says; null where it says nothing.
 *
 * @throws HalcyonError `invalid_parameter` for what is no number of threads
 */
export function askedThreads({ workers }: OriginalOptions): number | null {
  if (workers === undefined) return null;
  const count = Number(workers);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_WORKERS) return count - 1;
  throw new HalcyonError(
    'invalid_parameter',
    `--workers is '${workers}', should be a whole number from 1 to ${MOST_WORKERS}`,
  );
}
