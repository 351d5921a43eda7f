import { allOf, call, conjuncts, field, text } from '../rows/row-expression.ts';
import type { FoundRows, GroupQuery, RowQuery, ValueGroup, ValueRow } from '../rows/row-search.ts';
import { literal } from './conditions.ts';
import { ExpressionSql, VARIABLE_PLACE } from './expression-sql.ts';
import { newestFirst, oldestFirst } from './newest-first.ts';
import type { StoreClient } from './store-client.ts';
import {
  findValues,
  MOST_OBSERVATIONS,
  placeOf,
  takesLooking,
  VALUE_COLUMNS,
  VALUE_FROM,
  VALUE_SELECT,
  type ValueCells,
  valuesOf,
} from './value-rows.ts';

/** A group while its values are collected. */
interface Collected {
  readonly group: ValueGroup;
  /** Of its station, as the others: first and last slot, and how many observations there are. */
  readonly oldest: number;
  readonly newest: number;
  readonly observations: number;
  readonly found: ValueCells[];
}

/** The first values of each of several groups, as `RowSearch.findOfEach`. */
export async function findValuesOfEach(
  client: StoreClient,
  groups: readonly ValueGroup[],
  query: GroupQuery,
): Promise<FoundRows<ValueRow>[]> {
  if (groups.length === 0) return [];
  // Several may ask for the same.
  const all = await bounded(client, [...new Map(groups.map((group) => [keyOf(group), group])).values()]);
  const there = all.filter(({ observations }) => observations > 0);
  const together = there.reduce((sum, { observations }) => sum + observations, 0);
  const found = new Map<string, FoundRows<ValueRow>>();
  if (conjuncts(query.where).some(takesLooking) && together > MOST_OBSERVATIONS) {
    // More than one question may look at: group by group it is as it ever was.
    for (const { group } of all) found.set(keyOf(group), await findValues(client, alone(group, query)));
  } else {
    if (there.length > 0) await collect(client, there, query);
    const kept = all.map((one) => one.found.slice(0, query.limit));
    const values = await valuesOf(client, kept.flat(), query.assessments);
    let next = 0;
    for (const [at, one] of all.entries()) {
      const rows = values.slice(next, next + kept[at].length);
      next += kept[at].length;
      const more = one.found.length > query.limit;
      const last = kept[at].at(-1);
      const place = more && last !== undefined ? placeOf(last, !query.oldestFirst) : null;
      found.set(keyOf(one.group), { rows, more, next: place });
    }
  }
  return groups.map((group) => found.get(keyOf(group)) ?? { rows: [], more: false, next: null });
}

/** Fills the groups, in stretches of slots that grow; those that have enough, or begin later, are left out of further ones. */
async function collect(client: StoreClient, groups: readonly Collected[], query: GroupQuery): Promise<void> {
  const most = query.limit + 1;
  const byKey = new Map(groups.map((one) => [keyOf(one.group), one]));
  const ofVariable = groups[0].group.variable !== null;
  const collectFrom = async (low: number, high: number): Promise<readonly Collected[]> => {
    const open = groups.filter(({ found, oldest, newest }) => found.length < most && newest >= low && oldest <= high);
    if (open.length > 0) {
      const cells = await look(client, open, query, low, high, most);
      for (const cell of cells) {
        const [network, station, , variable] = cell;
        const found = byKey.get(keyOf({ network, station, variable: ofVariable ? variable : null }))?.found;
        if (found !== undefined && found.length < most) found.push(cell);
      }
    }
    // What counts as found here is a group that needs no further look.
    return open.filter(({ found, oldest, newest }) => {
      const nothingBehind = query.oldestFirst ? newest <= high : oldest >= low;
      return found.length >= most || nothingBehind;
    });
  };
  const oldest = Math.min(...groups.map((one) => one.oldest));
  const newest = Math.max(...groups.map((one) => one.newest));
  if (query.oldestFirst) await oldestFirst(oldest, newest, groups.length, collectFrom);
  else await newestFirst(newest, oldest, groups.length, collectFrom);
}

function look(
  client: StoreClient,
  groups: readonly Collected[],
  { where, oldestFirst }: GroupQuery,
  low: number,
  high: number,
  most: number,
): Promise<ValueCells[]> {
  const sql = new ExpressionSql(VALUE_COLUMNS);
  const condition = where === null ? '1' : sql.of(where);
  const ofVariable = groups[0].group.variable !== null;
  const columns = ofVariable ? 'network, station, variable' : 'network, station';
  const stations = new Set(groups.map(({ group }) => `(${literal(group.network)}, ${literal(group.station)})`));
  const keys = groups.map(
    ({ group: { network, station, variable } }) =>
      `(${[network, station, ...(variable === null ? [] : [variable])].map(literal).join(', ')})`,
  );
  return client.rows<ValueCells>(
    `SELECT ${VALUE_SELECT} FROM ${VALUE_FROM}
     WHERE (network, station) IN (${[...stations].join(', ')}) AND slot BETWEEN {low:Int64} AND {high:Int64}
       AND (${columns}) IN (${keys.join(', ')}) AND value IS NOT NULL AND ${condition}
     ORDER BY network, station, time ${oldestFirst ? 'ASC' : 'DESC'}, ${VARIABLE_PLACE}
     LIMIT {most:UInt32} BY ${columns}`,
    { ...sql.parameters, low, high, most },
  );
}

/** Groups with what their stations have, in one question. */
async function bounded(client: StoreClient, groups: readonly ValueGroup[]): Promise<Collected[]> {
  const stations = new Set(groups.map(({ network, station }) => `(${literal(network)}, ${literal(station)})`));
  const rows = await client.rows<[string, string, number, number, number]>(
    `SELECT network, station, count(), min(slot), max(slot) FROM observations
     WHERE (network, station) IN (${[...stations].join(', ')}) GROUP BY network, station`,
  );
  const known = new Map(
    rows.map(([network, station, ...bounds]) => [keyOf({ network, station, variable: null }), bounds]),
  );
  return groups.map((group) => {
    const [observations, oldest, newest] = known.get(keyOf({ ...group, variable: null })) ?? [0, 0, 0];
    return { group, observations, oldest, newest, found: [] };
  });
}

/** The question of one group by itself. */
function alone({ network, station, variable }: ValueGroup, query: GroupQuery): RowQuery {
  const where = allOf([
    call('eq', field('network'), text(network)),
    call('eq', field('station'), text(station)),
    variable === null ? null : call('eq', field('variable'), text(variable)),
    query.where,
  ]);
  const order = [{ by: field('time'), descending: !query.oldestFirst }];
  return { where, order, limit: query.limit, skip: 0, assessments: query.assessments };
}

function keyOf({ network, station, variable }: ValueGroup): string {
  return JSON.stringify([network, station, variable]);
}
