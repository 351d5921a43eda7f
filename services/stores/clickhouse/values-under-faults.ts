import { gravestOf, type ValueUnderFault } from '../../../schemas/assessment.ts';
import { possibleValue, type Variable } from '../../../schemas/variables.ts';
import { Conditions } from './conditions.ts';
import type { PlacedFault } from './placed-fault.ts';
import type { ShownFaults } from './said-faults.ts';
import type { StoreClient } from './store-client.ts';
import { valuesNotLookedAt } from './values-not-looked-at.ts';
import { valuesUnderLasting } from './values-under-lasting.ts';

type PlacedFaultRow = [
  network: string,
  station: string,
  time: number,
  variable: Variable,
  faultId: string,
  flag: ValueUnderFault['flag'],
  estimate: number | null,
  uncertainty: number | null,
];

/**
 * The values of some observations that lie under faults, in any order. Where several faults hold a value the one with the
 * gravest flag counts, among those one that has an estimate.
 *
 * @param where of columns that observations, judgements and the values under faults share
 * @param settledUntil slot up to which everything is settled, by network, of every network of the observations, -Infinity where
 * nothing is
 */
export async function valuesUnderFaults(
  client: StoreClient,
  shown: ShownFaults,
  where: Conditions,
  settledUntil: ReadonlyMap<string, number>,
): Promise<PlacedFault[]> {
  const [looked, lasting, others] = await Promise.all([
    valuesLookedAt(client, shown, where),
    valuesUnderLasting(client, shown, where),
    valuesNotLookedAt(client, shown, where, settledUntil),
  ]);
  if (lasting.length === 0 && others.length === 0) return looked.map(asPossible);
  const found = new Map(looked.map((one) => [keyOf(one), one]));
  for (const one of [...lasting, ...others]) {
    const key = keyOf(one);
    const other = found.get(key);
    // What a look has said of a value stays, also where the offset is known better since.
    if (other?.fault.faultId === one.fault.faultId) continue;
    if (other === undefined || gravestOf([other.fault, one.fault]) === one.fault) found.set(key, one);
  }
  return [...found.values()].map(asPossible);
}

/** With the nearest estimate that can be: neighbours in fog imply more than saturation of a sensor that usually reads above theirs. */
function asPossible(one: PlacedFault): PlacedFault {
  const { estimate } = one.fault;
  if (estimate === null) return one;
  const possible = possibleValue(one.variable, estimate);
  return possible === estimate ? one : { ...one, fault: { ...one.fault, estimate: possible } };
}

function keyOf({ network, station, time, variable }: PlacedFault): string {
  return JSON.stringify([network, station, time, variable]);
}

/** Those that are stored with the faults. */
async function valuesLookedAt(client: StoreClient, shown: ShownFaults, where: Conditions): Promise<PlacedFault[]> {
  const rows = await client.rows<PlacedFaultRow>(
    `SELECT network, station, toUnixTimestamp64Milli(time), variable, fault_id, flag, estimate, uncertainty
     FROM ${underFaults(shown, where)}
     ORDER BY flag DESC, estimate IS NULL, fault_id LIMIT 1 BY network, station, slot, time, variable`,
    where.parameters,
  );
  return rows.map(([network, station, time, variable, faultId, flag, estimate, uncertainty]) => ({
    network,
    station,
    time,
    variable,
    fault: { faultId, flag, estimate, uncertainty },
  }));
}

const VALUE_COLUMNS = 'network, station, variable, slot, time, fault_id, flag, estimate, uncertainty';

/**
 * The last word on each value under a fault, as a table of a SELECT: those of withdrawn faults, and those outside of their
 * fault's time, are under none. What people say of a fault goes before.
 *
 * @param shown how the faults are shown, `where` of columns that judgements and the values under faults share
 */
export function underFaults(shown: ShownFaults, where: Conditions): string {
  const those = new Conditions().add(
    `state != 'withdrawn' AND id IN (SELECT fault_id FROM fault_values WHERE ${where.sql})`,
  );
  const said = shown.values(where);
  return `(
    SELECT ${VALUE_COLUMNS}
    FROM (SELECT * FROM fault_values FINAL WHERE ${where.sql}) AS looked
    INNER JOIN (
      SELECT id, station AS fault_station, variable AS fault_variable, start AS fault_start, end AS fault_end
      FROM ${shown.spans(those)}
    ) AS held
    ON held.id = looked.fault_id AND fault_station = looked.station AND fault_variable = looked.variable
    WHERE looked.flag > 1 AND looked.time >= fault_start AND (fault_end IS NULL OR looked.time <= fault_end)
    ${said === null ? '' : `UNION ALL SELECT ${VALUE_COLUMNS} FROM ${said}`}
  )`;
}
