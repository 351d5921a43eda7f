import type { OwnDay } from '../../../schemas/baseline.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { type VariableColumns, variablesAt } from './native-blocks.ts';
import type { StoreClient } from './store-client.ts';
import { wholeGroups } from './whole-groups.ts';

/** Rows of one batch at least, where so many are left. */
const BATCH_ROWS = 20_000;
const OWN_DAYS = VARIABLES.map((name) => `ifNull(${name}_own_day, nan)`).join(', ');
const TYPES = ['String', 'Float64', ...VARIABLES.map(() => 'Float64' as const)] as const;

/** What later baselines rest on of those of some days, both included: station by station, in batches of whole stations. */
export function readOwnDays(
  client: StoreClient,
  network: string,
  fromDay: number,
  toDay: number,
): AsyncGenerator<OwnDay[]> {
  const same = (one: OwnDay, other: OwnDay) => one.station === other.station;
  return wholeGroups(ownDays(client, { network, fromDay, toDay }), same, BATCH_ROWS);
}

async function* ownDays(
  client: StoreClient,
  asked: { readonly network: string; readonly fromDay: number; readonly toDay: number },
): AsyncGenerator<OwnDay[]> {
  const blocks = client.blocks(
    `SELECT station, toFloat64(day), ${OWN_DAYS} FROM baselines FINAL
     WHERE network = {network:String} AND day BETWEEN {fromDay:Int64} AND {toDay:Int64}
     ORDER BY network, station, day`,
    TYPES,
    { ...asked },
  );
  for await (const { rows, columns } of blocks) {
    const [stations, days, ...variables] = columns as OwnDayColumns;
    yield Array.from({ length: rows }, (_, i) => ({
      station: stations[i],
      day: days[i],
      ownDay: variablesAt(variables, i),
    }));
  }
}

type OwnDayColumns = [station: string[], day: Float64Array, ...variables: VariableColumns];
