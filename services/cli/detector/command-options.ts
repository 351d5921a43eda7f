import { Command, CommanderError } from 'commander';
import { DOCUMENTED_VARIABLES } from '../../../schemas/elements/element.ts';
import { PACKAGED_ELEMENTS } from '../../../schemas/elements/packaged-elements.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { CHECK_NAMES, SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../../../schemas/judgement-configuration.ts';
import { PACKAGE_VERSION } from '../../../schemas/package-version.ts';
import { isoOf } from '../../../schemas/time.ts';
import { isVariable } from '../../../schemas/variables.ts';
import { availableSpatialMethods, availableTemporalMethods } from '../../detection/available-methods.ts';
import type { DetectionField, RawDetection } from '../../detection/detection-request.ts';
import { type HealthField, MOST_DAYS, type RawHealth } from '../../health/health-request.ts';
import type { Output } from '../frame/command-frame.ts';
import { FORMAT_OPTION, formatOf, type OutputFormat } from '../frame/output-format.ts';
import { SOURCE_FORM, SOURCE_TIMEZONE } from '../frame/source-options.ts';
import { widthOf } from '../terminal/paint.ts';
import { type FailOn, FOUND_EXIT, failOnOf } from './fail-on.ts';
import {
  askedThreads,
  excludedStations,
  methodName,
  namedDatabase,
  type OriginalOptions,
  originalOptions,
  refuseWithoutMeaning,
} from './original-options.ts';

/** What the command line said, before the request is validated. */
export type DetectorOptions = ShortTermOptions | HealthOptions;

interface CommonOptions {
  /** null: from the configuration. */
  readonly database: string | null;
  /** How the database is read: the zone of its times that name none, UTC where not given; a file of limits. */
  readonly reading: { readonly sourceTimezone?: string; readonly sourceForm?: string; readonly limits?: string };
  /** Stations that are left out. */
  readonly excluded: readonly string[];
  readonly verbose: boolean;
  /** How the report goes to standard output. */
  readonly format: OutputFormat;
  /** What ends the command with FOUND_EXIT; null: nothing. */
  readonly failOn: FailOn | null;
  /** What is allowed though likely a mistake, in words. */
  readonly warnings: readonly string[];
}

interface ShortTermOptions extends CommonOptions {
  readonly mode: 'short_term';
  readonly detection: RawDetection;
  /** Threads beside the one that reads; null: by the processors that there are. */
  readonly threads: number | null;
  /** Where the JSON report goes; null: nowhere. */
  readonly save: string | null;
}

export interface HealthOptions extends CommonOptions {
  readonly mode: 'health_check';
  readonly health: RawHealth;
  /** Where the JSON report goes; true: into a file whose name tells the time; null: nowhere. */
  readonly save: string | true | null;
}

/** What `--variables` may name beside what this process keeps. */
const PACKAGED = PACKAGED_ELEMENTS.map(({ name }) => name).filter((name) => !isVariable(name));

/** How messages about fields speak of the command line. */
export const OF_ARGUMENTS = {
  nameOf: optionOf,
  place: 'arguments',
  others: PACKAGED.length === 0 ? {} : { variables: `of the packaged elements ${PACKAGED.join(', ')}` },
};

/** Which option of the command line holds a field. */
const OPTION_OF_FIELD: Readonly<Record<DetectionField | HealthField, string>> = {
  end_time: '--end',
  start_time: '--start',
  window_hours: '--window',
  temporal_method: '--temporal-method',
  threshold: '--threshold',
  spatial_verify: '--spatial-verify',
  spatial_method: '--spatial-method',
  neighbor_radius_km: '--neighbor-radius',
  variables: '--variables',
  checks: '--checks',
  verdicts: '--verdicts',
  network: '--network',
  days: '--days',
  station: '--station',
};

/** Name of a field on the command line. */
function optionOf(field: DetectionField | HealthField): string {
  return OPTION_OF_FIELD[field];
}

/** The option that makes a time the end of the analysis, to be pasted. */
export function endAt(time: number): string {
  return `--end ${isoOf(time)}`;
}

/** What commander makes of the arguments: texts as they came. */
interface Given extends OriginalOptions {
  end?: string;
  start?: string;
  window?: string;
  temporalMethod?: string;
  threshold?: string;
  spatialVerify?: boolean;
  spatialMethod?: string;
  neighborRadius?: string;
  save?: string | true;
  variables?: string;
  checks?: string;
  verdicts?: string;
  database?: string;
  sourceTimezone?: string;
  sourceForm?: string;
  limits?: string;
  network?: string;
  verbose?: boolean;
  format?: string;
  failOn?: string;
  healthCheck?: boolean;
  days?: string;
  station?: string;
}

/**
 * Reads the arguments of `anomaly-detector`; values are validated by `readDetection` and `readHealth`.
 *
 * @returns null where `--help` or `--version` was asked for, which is then written
 * @throws HalcyonError `invalid_parameter` for what is no option of it
 */
export function readOptions(argv: readonly string[], stdout: Output): DetectorOptions | null {
  refuseWithoutMeaning(argv);
  const command = describeDetector(stdout);
  for (const option of originalOptions()) command.addOption(option);
  const times = countValues(command);
  let problem = '';
  command.configureOutput({
    writeErr: () => undefined,
    outputError: (text) => {
      problem = text;
    },
  });
  try {
    command.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    const said = valueOfFlag(command, argv) ?? (problem || error.message).replace(/^error: /, '').trim();
    throw new HalcyonError('invalid_parameter', `${said}; see anomaly-detector --help`);
  }
  const [excess] = command.args;
  if (excess !== undefined) {
    const msg = `'${excess}' is no option; anomaly-detector takes nothing but options, see anomaly-detector --help`;
    throw new HalcyonError('invalid_parameter', msg);
  }
  const warnings = [...times]
    .filter(([, count]) => count > 1)
    .map(([option, count]) => `${option} is given ${count} times, the last one counts`);
  return detectorOptions(command.opts<Given>(), warnings);
}

/** How often each option that takes a value comes, counted while the arguments are read. */
function countValues(command: Command): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const option of command.options.filter(({ required, optional }) => required || optional)) {
    const name = `--${option.name()}`;
    command.on(`option:${option.name()}`, () => times.set(name, (times.get(name) ?? 0) + 1));
  }
  return times;
}

/** What is wrong with an argument that gives a value to an option that takes none. */
function valueOfFlag(command: Command, argv: readonly string[]): string | undefined {
  const names = argv.filter((word) => word.includes('=')).map((word) => word.slice(0, word.indexOf('=')));
  const flag = command.options.find(({ long, required, optional }) => {
    return !required && !optional && names.some((name) => name === long);
  });
  return flag === undefined ? undefined : `${flag.long} takes no value, should stand alone`;
}

/** Options that only one of the two modes has. */
const SHORT_TERM_ONLY = [
  'start',
  'window',
  'temporalMethod',
  'threshold',
  'temporalThreshold',
  'spatialVerify',
  'spatialMethod',
  'neighborRadius',
  'checks',
  'verdicts',
  'limits',
] as const;
const HEALTH_ONLY = ['days', 'station'] as const;

function detectorOptions(given: Given, warnings: readonly string[]): DetectorOptions {
  const health = given.healthCheck === true;
  refuseOthers(given, health ? SHORT_TERM_ONLY : HEALTH_ONLY, health);
  if (isBlank(given.save) || (given.save === true && !health))
    throw new HalcyonError('invalid_parameter', '--save needs the path of a file');
  if (isBlank(given.limits)) throw new HalcyonError('invalid_parameter', '--limits needs the path of a file');
  const { format, save } = outputOf(given);
  const common = {
    format,
    failOn: failOnOf(given.failOn, health ? 'health_check' : 'short_term'),
    database: namedDatabase(given),
    reading: {
      ...(given.sourceTimezone === undefined ? {} : { sourceTimezone: given.sourceTimezone }),
      ...(given.sourceForm === undefined ? {} : { sourceForm: given.sourceForm }),
      ...(given.limits === undefined ? {} : { limits: given.limits }),
    },
    excluded: excludedStations(given),
    verbose: given.verbose === true,
    warnings,
  };
  if (health) {
    const { end, days, station, variables, network } = given;
    const fields = { end_time: end, days, station, variables, network };
    return { ...common, mode: 'health_check', health: fields, save };
  }
  return {
    ...common,
    mode: 'short_term',
    detection: {
      end_time: given.end,
      start_time: given.start,
      window_hours: given.window,
      temporal_method: methodName(given.temporalMethod),
      threshold: given.threshold ?? given.temporalThreshold,
      spatial_verify: given.spatialVerify,
      spatial_method: given.spatialMethod,
      neighbor_radius_km: given.neighborRadius,
      variables: given.variables,
      checks: given.checks,
      verdicts: given.verdicts,
      network: given.network,
    },
    threads: askedThreads(given),
    // Only the health check makes a name of its own.
    save: save === true ? null : save,
  };
}

/** Where the report goes: `--save -` writes it to standard output, as `--format json` does. */
function outputOf(given: Given): { readonly format: OutputFormat; readonly save: string | true | null } {
  const format = formatOf(given.format === undefined ? {} : { format: given.format });
  if (given.save !== '-') return { format, save: given.save ?? null };
  if (given.format === undefined || format === 'json') return { format: 'json', save: null };
  const msg = `--save - and --format ${format} both write to standard output; give one of them`;
  throw new HalcyonError('invalid_parameter', msg);
}

function isBlank(text: string | true | undefined): boolean {
  return typeof text === 'string' && text.trim() === '';
}

function refuseOthers(given: Given, others: readonly (keyof Given)[], health: boolean): void {
  const problems = others
    .filter((name) => given[name] !== undefined)
    .map((name) => {
      const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      const msg = health
        ? `${option} belongs to the short-term detection, not to --health-check`
        : `${option} belongs to the health check, say --health-check too`;
      return { loc: ['arguments', option], msg, type: 'value_error' };
    });
  if (problems.length === 0) return;
  throw new HalcyonError('invalid_parameter', problems.map(({ msg }) => msg).join('; '), { problems });
}

/** The command line of `anomaly-detector`: its options and its help. */
export function describeDetector(stdout: Output): Command {
  const temporal = `one of ${TEMPORAL_METHOD_NAMES.join(', ')} (this version has ${availableTemporalMethods().join(', ')})`;
  const spatial = `one of ${SPATIAL_METHOD_NAMES.join(', ')} (this version has ${availableSpatialMethods().join(', ')})`;
  return new Command('anomaly-detector')
    .description('Finds anomalous values of weather stations and tells sensor failures from weather.')
    .version(PACKAGE_VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option(
      '--end <time>',
      'end of the analysis: NOW, "YYYY-MM-DD HH:MM:SS" (UTC), with a T or a zone, or a Unix timestamp (default: NOW)',
    )
    .option('--window <hours>', 'history each value is judged against, 1 to 168 hours (default: 6)')
    .option('--temporal-method <name>', `${temporal} (default: arima)`)
    .option('--spatial-verify', 'verify anomalies against neighbouring stations')
    .option('--spatial-method <name>', `${spatial} (default: pearson)`)
    .option('--neighbor-radius <km>', 'largest distance of a neighbour, above 0 to 1000 km (default: 100)')
    .option(
      '--save [path]',
      'write the JSON report to this file, - for standard output; with --health-check the path may be left out',
    )
    .option(...FORMAT_OPTION)
    .option(
      '--fail-on <what>',
      `exit code ${FOUND_EXIT} where it is found: device_failure, suspected; with --health-check critical, warning`,
    )
    .option(
      '--variables <list>',
      `variables to analyse, comma-separated (default: ${DOCUMENTED_VARIABLES.join(',')}; with --health-check wind_speed)`,
    )
    .option('--verbose', 'details and everything uncut')
    .option(
      '--database <where>',
      "ClickHouse URL, folder of an embedded store, folder of CSV files, or a collector's SQLite file or PostgreSQL URL (default: HALCYON_DATABASE, CLICKHOUSE_URL, the store in HALCYON_DATA)",
    )
    .option(...SOURCE_TIMEZONE)
    .option(...SOURCE_FORM)
    .option(
      '--limits <file>',
      "limits of a folder of CSV files or a collector's database: a CSV or JSON file (default: limits.csv in the folder)",
    )
    .option('--network <name>', 'network to analyse, where the database holds several')
    .option('--start <time>', 'first observation to be judged (default: end minus window)')
    .option('--threshold <number>', "score beyond which the method flags (default: the method's own)")
    .option('--verdicts <which>', 'last: what is known at the end; first: the verdicts at once (default: last)')
    .option(
      '--checks <list>',
      `common checks beside the method, comma-separated, or none (default: ${CHECK_NAMES.join(',')})`,
    )
    .option('--health-check', 'check the sensors over days instead: stalled, stuck, missing data')
    .option('--days <days>', `with --health-check: period, 1 to ${MOST_DAYS} days (default: 7)`)
    .option('--station <id>', 'with --health-check: this station alone (default: all)')
    .addHelpText('after', HELP_AFTER)
    .exitOverride()
    .showSuggestionAfterError(true)
    .allowExcessArguments(true)
    .configureOutput({ writeOut: (text) => stdout.write(text), getOutHelpWidth: () => widthOf(stdout) })
    .action(() => undefined);
}

const HELP_AFTER = `
Exit codes: 0 success, 1 general error, 2 database cannot be reached or read, 3 invalid parameters,
4 insufficient historical data, 10 found what --fail-on names, 130 interrupted.

Examples:
  anomaly-detector --database examples/weather/ --end "2026-03-12 23:50:00" --spatial-verify --save report.json
  anomaly-detector --database examples/weather/ --end "2026-03-12 23:50:00" --health-check --days 1
`;
