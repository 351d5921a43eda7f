import type { Assessment } from '../../../schemas/assessment.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { slotOf } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { Cursor } from '../cursor.ts';
import { conjuncts, fieldsOf, type RowExpression, type RowField } from '../rows/row-expression.ts';
import type { FoundRows, RowOrder, RowQuery, ValueRow } from '../rows/row-search.ts';
import { assessmentKey, assessmentsOf } from './assessments.ts';
import { Conditions } from './conditions.ts';
import { ExpressionSql, type FieldColumns, orderTerms, VARIABLE_LIST, VARIABLE_PLACE } from './expression-sql.ts';
import { newestFirst, oldestFirst } from './newest-first.ts';
import type { StoreClient } from './store-client.ts';

/** Observations that one question may make the engine look at: some seconds' work. */
export const MOST_OBSERVATIONS = 10_000_000;
/** Values that may be left out before a page: those of the pages before it are read again. */
const MOST_SKIPPED = 100_000;

const CURSOR = new Cursor('values', ['string', 'number', 'string', 'string', 'number']);

export const VALUE_COLUMNS: FieldColumns = {
  network: 'network',
  station: 'station',
  variable: 'variable',
  time: 'time',
  value: 'value',
  received: 'received',
  source: 'source',
};
/** What can be asked of a table without looking at its rows one by one. */
const PLACES: readonly RowField[] = ['network', 'station', 'time'];
const PLACE_COLUMNS: FieldColumns = { network: 'network', station: 'station', time: 'time' };

export const VALUE_FROM = `observations FINAL ARRAY JOIN ${VARIABLE_LIST} AS variable, [${VARIABLES.join(', ')}] AS value`;
export const VALUE_SELECT = `network, station, toUnixTimestamp64Milli(time), variable, value, source, toUnixTimestamp64Milli(received)`;

/** A row as `VALUE_SELECT` gives it. */
export type ValueCells = [
  network: string,
  station: string,
  time: number,
  variable: Variable,
  value: number,
  source: string,
  received: number,
];

/** The first and last slot of what a question can be about, and how many observations that are; null where there are none. */
interface Bounds {
  readonly oldest: number;
  readonly newest: number;
  readonly observations: number;
}

/** The values that something is true of, as `RowSearch.find`. */
export async function findValues(client: StoreClient, query: RowQuery): Promise<FoundRows<ValueRow>> {
  if (query.skip > MOST_SKIPPED) {
    throw new HalcyonError('query_too_broad', `at most ${MOST_SKIPPED} values can be skipped: go on by the next link`);
  }
  const bounds = await boundsOf(client, query.where);
  if (bounds === null) return { rows: [], more: false, next: null };
  const descending = directionOf(query.order);
  if (descending === null || conjuncts(query.where).some(takesLooking)) assertNotTooMany(bounds);
  const count = query.limit + query.skip + 1;
  const found =
    descending === null
      ? await look(client, query, bounds.oldest, bounds.newest, count)
      : await inOrderOfTime(client, query, bounds, descending, count);
  const cells = found.slice(query.skip, query.skip + query.limit);
  const more = found.length > query.skip + query.limit;
  const last = cells[cells.length - 1];
  return {
    rows: await valuesOf(client, cells, query.assessments === true),
    more,
    next: more && last !== undefined && descending !== null ? placeOf(last, descending) : null,
  };
}

/** The values of rows, with what was found for them where that is asked for. */
export async function valuesOf(
  client: StoreClient,
  cells: readonly ValueCells[],
  assessed: boolean,
): Promise<ValueRow[]> {
  const assessments = assessed ? await assessmentsOf(client, cells) : new Map<string, Assessment>();
  return cells.map(([network, station, time, variable, value, source, received]) => {
    const assessment = assessments.get(assessmentKey(network, station, time)) ?? null;
    return { network, station, variable, time, value, source, received, assessment };
  });
}

/** How many values there are that something is true of. */
export async function countValues(client: StoreClient, where: RowExpression | null): Promise<number> {
  const bounds = await boundsOf(client, where);
  if (bounds === null) return 0;
  assertNotTooMany(bounds);
  const sql = new ExpressionSql(VALUE_COLUMNS);
  const condition = where === null ? '1' : sql.of(where);
  const rows = await client.rows<[number]>(
    `SELECT count() FROM ${VALUE_FROM} WHERE slot BETWEEN {low:Int64} AND {high:Int64} AND value IS NOT NULL AND ${condition}`,
    { ...sql.parameters, low: bounds.oldest, high: bounds.newest },
  );
  return rows[0][0];
}

/** Whether an order is that of time alone, newest first (true) or oldest first (false); null for any other. */
function directionOf(order: readonly RowOrder[]): boolean | null {
  if (order.length === 0) return true;
  const [{ by, descending }] = order;
  return order.length === 1 && by.kind === 'field' && by.field === 'time' ? descending : null;
}

/** Whether a condition can only be told by looking at value after value: one of place, time and variable stops early. */
export function takesLooking(condition: RowExpression): boolean {
  const fields = [...fieldsOf(condition)];
  const ofVariable = condition.kind === 'call' && condition.name === 'eq' && fields.join() === 'variable';
  return !ofVariable && !fields.every((field) => PLACES.includes(field));
}

async function boundsOf(client: StoreClient, where: RowExpression | null): Promise<Bounds | null> {
  const sql = new ExpressionSql(PLACE_COLUMNS);
  const placed = conjuncts(where).filter((one) => [...fieldsOf(one)].every((field) => PLACES.includes(field)));
  const terms = placed.map((one) => sql.of(one));
  const rows = await client.rows<[count: number, min: number, max: number]>(
    `SELECT count(), min(slot), max(slot) FROM observations WHERE ${['1', ...terms].join(' AND ')}`,
    sql.parameters,
  );
  const [observations, oldest, newest] = rows[0] ?? [0, 0, 0];
  return observations === 0 ? null : { oldest, newest, observations };
}

function assertNotTooMany({ observations }: Bounds): void {
  if (observations <= MOST_OBSERVATIONS) return;
  throw new HalcyonError(
    'query_too_broad',
    `this would look at ${observations} observations; at most ${MOST_OBSERVATIONS} can be looked at: ask for one station or a shorter time`,
  );
}

function inOrderOfTime(
  client: StoreClient,
  query: RowQuery,
  bounds: Bounds,
  descending: boolean,
  count: number,
): Promise<ValueCells[]> {
  const after = CURSOR.read(query.cursor);
  const [direction, time, network, station, place] = after ?? [directionName(descending), 0, '', '', 0];
  if (direction !== directionName(descending)) CURSOR.read('the place of another order');
  const reached = after === null ? null : slotOf(time);
  const behind = new Conditions();
  if (after !== null) {
    behind.add(
      `time ${descending ? '<' : '>'} fromUnixTimestamp64Milli({afterTime:Int64}) OR time = fromUnixTimestamp64Milli({afterTime:Int64})
         AND (network, station, ${VARIABLE_PLACE}) > ({afterNetwork:String}, {afterStation:String}, {afterPlace:UInt64})`,
      { afterTime: time, afterNetwork: network, afterStation: station, afterPlace: place },
    );
  }
  const lookBehind = (low: number, high: number, most: number) => look(client, query, low, high, most, behind);
  return descending
    ? newestFirst(Math.min(bounds.newest, reached ?? bounds.newest), bounds.oldest, count, lookBehind)
    : oldestFirst(Math.max(bounds.oldest, reached ?? bounds.oldest), bounds.newest, count, lookBehind);
}

async function look(
  client: StoreClient,
  query: RowQuery,
  low: number,
  high: number,
  count: number,
  behind = new Conditions(),
): Promise<ValueCells[]> {
  const sql = new ExpressionSql(VALUE_COLUMNS);
  const condition = query.where === null ? '1' : sql.of(query.where);
  const order = query.order.length === 0 ? ['time DESC'] : orderTerms(sql, query.order);
  return client.rows<ValueCells>(
    `SELECT ${VALUE_SELECT} FROM ${VALUE_FROM}
     WHERE slot BETWEEN {low:Int64} AND {high:Int64} AND value IS NOT NULL AND ${condition} AND ${behind.sql}
     ORDER BY ${[...order, 'network', 'station', VARIABLE_PLACE].join(', ')} LIMIT {count:UInt32}`,
    { ...sql.parameters, ...behind.parameters, low, high, count },
  );
}

function directionName(descending: boolean): string {
  return descending ? 'newest first' : 'oldest first';
}

/** Where the next page begins, behind a row. */
export function placeOf([network, station, time, variable]: ValueCells, descending: boolean): string {
  return CURSOR.write([directionName(descending), time, network, station, VARIABLES.indexOf(variable) + 1]);
}
