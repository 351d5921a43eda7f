import { isVariable, VARIABLE_INDEX, VARIABLES, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import type { ClockFaultState } from './clock-fault.ts';
import type { PartSpan } from './lasting-dependencies.ts';
import type { LastingFaultState } from './lasting-fault.ts';
import type { NamedPlace } from './named-faults.ts';
import type { ResentContent } from './resent-records.ts';

/** What is known of a sensor, or of a clock, that has or had a lasting fault. */
export interface Course<F> {
  open: F | null;
  /** When those that have ended were there. */
  readonly ended: PartSpan[];
}

/** What a successor goes on with. */
export interface LastingContent {
  /** End of the next quarter of a day that is looked at. */
  readonly next: number;
  readonly sensors: readonly (Course<LastingFaultState> & { readonly station: string; readonly variable: number })[];
  readonly clocks: readonly (Course<ClockFaultState> & { readonly station: string })[];
  readonly named: readonly NamedPlace[];
  /** Absent in what earlier versions stored. */
  readonly resent?: readonly ResentContent[];
  /** Versions of the faults that are open, by their ids, as they were last told. */
  readonly told: readonly (readonly [id: string, version: string])[];
}

/** Stands for a variable that is not kept here. */
const NOT_KEPT = -1;

/**
 * A content as JSON. Another process may number stations and elements otherwise: they are written by their ids and names. The five
 * variables of the document are written by their indices, which earlier versions read too.
 *
 * @param ids of the stations by their indices
 */
export function textOfContent(content: LastingContent, ids: readonly string[]): string {
  return JSON.stringify(content, (key, value: unknown) => {
    if (typeof value === 'number' && key === 'other') return ids[value];
    if (typeof value === 'number' && key === 'variable') return value < WEATHER_VARIABLES ? value : VARIABLES[value];
    if (!isCounts(key, value)) return value;
    const ofElements = VARIABLES.slice(WEATHER_VARIABLES).map((name, k) => [name, value[WEATHER_VARIABLES + k]]);
    return [...value.slice(0, WEATHER_VARIABLES), ...ofElements];
  });
}

/**
 * Reads the contents of some predecessors, without what is of elements that this process does not keep.
 *
 * @param text a JSON array of what `textOfContent` gave
 * @param indexOf index of a station by its id
 */
export function readContents(text: string, indexOf: (station: string) => number): LastingContent[] {
  return JSON.parse(text, (key, value: unknown) => {
    if (typeof value === 'string' && key === 'other') return indexOf(value);
    if (key === 'variable' && value !== null) return variableOf(value);
    if (isCounts(key, value)) return countsFrom(value);
    if (Array.isArray(value)) return value.filter((one) => !isOf(NOT_KEPT, one));
    const isStation = typeof value === 'object' && value !== null && 'id' in value && 'index' in value;
    return isStation ? { ...value, index: indexOf(String(value.id)) } : value;
  }) as LastingContent[];
}

/** Reports under the fault of a clock, by variable; as written with the names of the elements. */
type Counts = readonly (number | readonly [element: string, count: number])[];

function isCounts(key: string, value: unknown): value is number[] {
  return key === 'values' && Array.isArray(value) && typeof value[0] === 'number';
}

function countsFrom(counts: Counts): number[] {
  const values = VARIABLES.map(() => 0);
  for (const [index, count] of counts.entries()) {
    const [variable, reports] = typeof count === 'number' ? [index, count] : [variableOf(count[0]), count[1]];
    if (variable in values) values[variable] = reports;
  }
  return values;
}

/** @param written an index, or the name of an element */
function variableOf(written: unknown): number {
  if (typeof written === 'string') return isVariable(written) ? VARIABLE_INDEX[written] : NOT_KEPT;
  return typeof written === 'number' && written < VARIABLES.length ? written : NOT_KEPT;
}

function isOf(variable: number, one: unknown): boolean {
  return typeof one === 'object' && one !== null && 'variable' in one && one.variable === variable;
}
