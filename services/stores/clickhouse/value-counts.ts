import { FLAG, NOT_JUDGED_REASONS } from '../../../schemas/judgement.ts';
import type { ValueCounts } from '../../../schemas/reports/value-counts.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { StretchQuery } from '../time-series-store.ts';
import { Conditions } from './conditions.ts';
import type { StoreClient } from './store-client.ts';

/** Where a value has no judgement yet. */
const WAITING = 255;
/** Rain that comes as a count has no amount of its own. */
const GIVEN = VARIABLES.map((name) =>
  name === 'rain' ? `rain IS NOT NULL OR JSONHas(original, 'rain')` : `${name} IS NOT NULL`,
);
/** What became of each variable's value; one that is flagged was judged, whatever its reason says. */
const OUTCOMES = VARIABLES.map(
  (name, v) =>
    `(given[${v + 1}], multiIf(j.judged = toDateTime64(0, 3, 'UTC'), ${WAITING}, j.${name}_flag = ${FLAG.notEvaluated}, j.${name}_reason, 0))`,
);

/** Counts the values of a network's observations in a stretch, and what became of them. */
export async function valueCounts(client: StoreClient, query: StretchQuery): Promise<ValueCounts> {
  const { sql, parameters } = new Conditions()
    .equal('network', query.network)
    .equal('station', query.station)
    .between(query.from, query.to);
  const rows = await client.rows<[number, number]>(
    `SELECT reason, count() FROM (
       SELECT arrayJoin(arrayFilter(one -> one.1, [${OUTCOMES.join(', ')}])).2 AS reason
       FROM (SELECT station, slot, time, [${GIVEN.join(', ')}] AS given FROM observations FINAL WHERE ${sql}) AS o
       LEFT JOIN (SELECT * FROM judgements FINAL WHERE ${sql}) AS j USING (station, slot, time))
     GROUP BY reason ORDER BY reason`,
    parameters,
  );
  const counts: ValueCounts = { received: 0, judged: 0, not_judged: {} };
  for (const [reason, count] of rows) {
    counts.received += count;
    if (reason === 0) counts.judged += count;
    else counts.not_judged[reason === WAITING ? 'not_yet' : NOT_JUDGED_REASONS[reason]] = count;
  }
  return counts;
}
