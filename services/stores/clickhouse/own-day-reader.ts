import type { OwnDay } from '../../../schemas/baseline.ts';
import { byVariable, VARIABLES } from '../../../schemas/variables.ts';
import { variablesAt } from './native-blocks.ts';
import type { StoreClient } from './store-client.ts';
import { wholeGroups } from './whole-groups.ts';

/** Rows of one batch at least, where so many are left. */
const BATCH_ROWS = 20_000;
const OWN_DAYS = VARIABLES.map((name) => `ifNull(${name}_own_day, nan)`).join(', ');
const LEVELS = VARIABLES.map((name) => `${name}_own_levels`);
/** One text of all variables, as few stations have any. */
const OWN_LEVELS = `toJSONString([${LEVELS.join(', ')}])`;
const NO_LEVELS_HERE = LEVELS.map((name) => `empty(${name})`).join(' AND ');
const TYPES = ['String', 'String', 'Float64', ...VARIABLES.map(() => 'Float64' as const)] as const;
const NO_LEVELS = levelsOf(VARIABLES.map(() => []));

/**
 * What later baselines rest on of those of some days, both included: station by station, in batches of whole stations.
 *
 * @param hourly of those alone that hold levels
 */
export function readOwnDays(
  client: StoreClient,
  network: string,
  fromDay: number,
  toDay: number,
  hourly = false,
): AsyncGenerator<OwnDay[]> {
  const same = (one: OwnDay, other: OwnDay) => one.station === other.station;
  return wholeGroups(ownDays(client, { network, fromDay, toDay }, hourly), same, BATCH_ROWS);
}

async function* ownDays(
  client: StoreClient,
  asked: { readonly network: string; readonly fromDay: number; readonly toDay: number },
  hourly: boolean,
): AsyncGenerator<OwnDay[]> {
  const blocks = client.blocks(
    `SELECT station, if(${NO_LEVELS_HERE}, '', ${OWN_LEVELS}), toFloat64(day), ${OWN_DAYS} FROM baselines FINAL
     WHERE network = {network:String} AND day BETWEEN {fromDay:Int64} AND {toDay:Int64}
       ${hourly ? `AND NOT (${NO_LEVELS_HERE})` : ''}
     ORDER BY network, station, day`,
    TYPES,
    { ...asked },
  );
  for await (const { rows, columns } of blocks) {
    const [stations, levels, days, ...variables] = columns as OwnDayColumns;
    yield Array.from({ length: rows }, (_, i) => ({
      station: stations[i],
      day: days[i],
      ownDay: variablesAt(variables, i),
      ownLevels: levels[i] === '' ? NO_LEVELS : levelsOf(JSON.parse(levels[i])),
    }));
  }
}

type OwnDayColumns = [station: string[], levels: string[], day: Float64Array, ...variables: Float64Array[]];

function levelsOf(ofVariables: (number | null)[][]): OwnDay['ownLevels'] {
  return byVariable((_, v) => ofVariables[v]);
}
