import { HalcyonError, type Problem } from '../../../schemas/errors.ts';
import { EVERY_STATION, type ExpertRule } from '../../../schemas/expert-rule.ts';
import { type GivenLimits, givesNothing, mergedLimits } from '../../../schemas/given-limits.ts';
import { stationLimits, type VariableLimits } from '../../../schemas/limits.ts';
import type { Station } from '../../../schemas/station.ts';
import { slotOf } from '../../../schemas/time.ts';
import { isVariable, VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { noIdentifier, readIdentifier } from '../../validation/identifier.ts';
import { noNumber, readNumber } from '../../validation/numeric-value.ts';
import { shown } from '../../validation/refusal.ts';
import type { CsvMapping } from '../csv/csv-mapping.ts';
import { type FileEntry, readEntryFile } from './entry-file.ts';

/** The limits of one variable as an entry of a file gives them. */
interface GivenRow {
  /** Where it stands, for messages. */
  readonly place: string;
  /** Identifier, or EVERY_STATION. */
  readonly station: string;
  readonly variable: Variable;
  readonly given: GivenLimits;
  /** Why they are set; where they stand, where the file does not say. */
  readonly reason: string;
}

/** An entry that cannot be read, and why. */
interface WrongRow {
  readonly place: string;
  readonly wrong: readonly string[];
}

export type LimitsRow = GivenRow | WrongRow;

/** The limits of one variable of a file, whole. */
export interface FileLimits {
  readonly station: string;
  readonly variable: Variable;
  readonly limits: VariableLimits;
  readonly reason: string;
}

/** The earliest time there is [ms since the epoch]: a file's limits hold for all of its history. */
const BEGINNING = -8.64e15;
const nameOf = (span: string, side: string) => `${span}_${side}`;

/**
 * The limits of a file: a JSON object or list of them, or a CSV table. Fields are `station_id` (empty: every station of the
 * network), `variable`, `fail_low`, `fail_high`, `suspect_low`, `suspect_high`, of which one at least, and `reason`.
 *
 * @param mapping of the folder that the file lies in
 * @returns entries that cannot be read among the others: `wholeLimits` refuses them
 * @throws HalcyonError `store_unreadable` where the file cannot be read or has no entry
 */
export async function readLimitsFile(path: string, mapping?: CsvMapping): Promise<readonly LimitsRow[]> {
  return (await readEntryFile(path, 'limits', mapping)).map(rowOf);
}

function rowOf({ place, content, unreadable }: FileEntry): LimitsRow {
  if (unreadable !== '') return { place, wrong: [unreadable] };
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return { place, wrong: [`limits are ${shown(content)}, should be an object`] };
  }
  const fields = content as Readonly<Record<string, unknown>>;
  const wrong: string[] = [];
  const { station_id: id, variable } = fields;
  const everywhere = id === undefined || id === null || (typeof id === 'string' && id.trim() === '');
  const station = everywhere ? EVERY_STATION : readIdentifier(id);
  if (station === undefined) wrong.push(noIdentifier('station_id', id));
  const name = typeof variable === 'string' ? variable.trim() : '';
  if (!isVariable(name)) {
    wrong.push(`variable is ${name === '' ? 'missing' : shown(variable)}, should be one of ${VARIABLES.join(', ')}`);
  }
  const side = (field: string): number | null => {
    const value = readNumber(fields[field]);
    if (value === undefined) wrong.push(noNumber(field, fields[field]));
    return value ?? null;
  };
  const span = (of: 'fail' | 'suspect') => ({ low: side(nameOf(of, 'low')), high: side(nameOf(of, 'high')) });
  const given = { fail: span('fail'), suspect: span('suspect') };
  if (wrong.length === 0 && givesNothing(given)) {
    wrong.push('one of fail_low, fail_high, suspect_low, suspect_high should be given');
  }
  if (station === undefined || !isVariable(name) || wrong.length > 0) return { place, wrong };
  const reason = typeof fields['reason'] === 'string' ? fields['reason'].trim() : '';
  return { place, station, variable: name, given, reason: reason === '' ? place : reason };
}

/**
 * The limits of a file at the stations of a network, all or none; sides that a row leaves out are those that apply where
 * nothing is set.
 *
 * @throws HalcyonError `invalid_parameter` that says of every wrong row where it stands, what is wrong and what would be right
 */
export function wholeLimits(rows: readonly LimitsRow[], stations: readonly Station[]): readonly FileLimits[] {
  const known = new Map(stations.map((station) => [station.id, station]));
  const places = new Map<string, string>();
  const problems: Problem[] = [];
  const found: FileLimits[] = [];
  for (const row of rows) {
    const limits = 'wrong' in row ? row.wrong : limitsOf(row, known, places);
    if (isWhole(limits)) found.push(limits);
    else
      problems.push(...limits.map((msg) => ({ loc: [row.place], msg: `${row.place}: ${msg}`, type: 'value_error' })));
  }
  if (problems.length === 0) return found;
  throw new HalcyonError('invalid_parameter', problems.map(({ msg }) => msg).join('; '), { problems });
}

/** @param places where the limits of a station and variable stand; changed in place */
function limitsOf(
  { place, station, variable, given, reason }: GivenRow,
  known: ReadonlyMap<string, Station>,
  places: Map<string, string>,
): FileLimits | readonly string[] {
  if (station !== EVERY_STATION && !known.has(station)) {
    const some = [...known.keys()].slice(0, 10).map(shown).join(', ');
    const right = `should be one of the network's stations such as ${some}, or empty for all of them`;
    return [`station_id is ${shown(station)}, ${right}`];
  }
  const key = `${variable} ${station}`;
  const before = places.get(key);
  if (before !== undefined) return [`the limits of ${variable} are at ${before} already, should appear once`];
  places.set(key, place);
  const limits = mergedLimits(given, stationLimits(variable, known.get(station)), nameOf);
  return 'failLow' in limits ? { station, variable, limits, reason } : limits.map(({ msg }) => msg);
}

function isWhole(limits: FileLimits | readonly string[]): limits is FileLimits {
  return 'limits' in limits;
}

/**
 * The rules of limits that hold from the beginning of time, as history in a file is judged by them.
 *
 * @param at orders them: of two for one variable of a station those with the larger number hold
 */
export function limitsRules(network: string, limits: readonly FileLimits[], at: number): ExpertRule[] {
  return limits.map(({ station, variable, limits, reason }) => ({
    id: `limits ${at} ${variable} ${station}`,
    kind: 'limits',
    network,
    station,
    variables: [variable],
    anomaly: null,
    fault: null,
    classification: null,
    method: null,
    threshold: null,
    floor: null,
    limits,
    from: BEGINNING,
    to: null,
    firstSlot: slotOf(BEGINNING),
    lastSlot: null,
    reason,
    by: 'file',
    at,
    endedBy: null,
    ended: null,
  }));
}
