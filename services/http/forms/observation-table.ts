import { setImmediate } from 'node:timers/promises';
import type { RecordBatch, Schema } from 'apache-arrow';
import type { ObservationAnswer } from '../../../schemas/http/answers/observation-answer.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { Column } from '../../datasets/networks/column.ts';
import { rounded } from '../../detection/report-number.ts';
import type { StoreReads } from '../../stores/store-reads.ts';
import type { ObservationBlock, StretchQuery } from '../../stores/time-series-store.ts';
import { type AnswerUnits, unitIn, valueIn } from '../answers/si-units.ts';
import { flagData, numberData, textData, timeData } from './column-data.ts';
import type { ListTable } from './list-table.ts';
import { batchOfColumns } from './record-batch.ts';
import { stationPositions } from './station-positions.ts';
import { tableSchema } from './table-schema.ts';

/** How observations are shown. */
export interface ObservationView {
  readonly units: AnswerUnits;
  /** False leaves the flags out. */
  readonly flags: boolean;
}

const FLAG_CODES = '1 pass, 2 not evaluated, 3 suspect, 4 fail, 9 missing; null where not judged yet';

/** The columns of observations, in their order; of what was found for a value its QARTOD flag and best estimate. */
export function observationColumns({ units, flags }: ObservationView): Column<ObservationAnswer>[] {
  const text = (value: object): string | null => (Object.keys(value).length === 0 ? null : JSON.stringify(value));
  return [
    { name: 'network', type: 'VARCHAR', description: 'network of the station', of: (row) => row.network },
    { name: 'station_id', type: 'VARCHAR', description: 'station, unique in its network', of: (row) => row.station_id },
    {
      name: 'timestamp',
      type: 'TIMESTAMP',
      description: 'time of the observation, UTC',
      of: (row) => Date.parse(row.timestamp),
    },
    ...VARIABLES.map(
      (variable): Column<ObservationAnswer> => ({
        name: variable,
        type: 'DOUBLE',
        unit: unitIn(units, variable),
        description: VARIABLE_SPECIFICATIONS[variable].title,
        of: (row) => row[variable],
      }),
    ),
    ...(flags ? VARIABLES : []).map(
      (variable): Column<ObservationAnswer> => ({
        name: `${variable}_flag`,
        type: 'TINYINT',
        description: `QARTOD flag of ${variable}: ${FLAG_CODES}`,
        of: (row) => row.flags?.[variable]?.flag ?? null,
      }),
    ),
    ...(flags ? VARIABLES : []).map(
      (variable): Column<ObservationAnswer> => ({
        name: `${variable}_best_estimate`,
        type: 'DOUBLE',
        unit: unitIn(units, variable),
        description: `what the neighbours imply of ${variable} where its sensor is under a fault; null elsewhere, and where none tells`,
        of: (row) => row.flags?.[variable]?.best_estimate ?? null,
      }),
    ),
    {
      name: 'extras',
      type: 'VARCHAR',
      description: 'what else the station sent, a JSON object; null where that was nothing',
      of: (row) => text(row.extras),
    },
    {
      name: 'original',
      type: 'VARCHAR',
      description: 'numbers as they came where they were converted, a JSON object; null where none was',
      of: (row) => text(row.original),
    },
    { name: 'source', type: 'VARCHAR', description: 'feed that brought it', of: (row) => row.source },
    {
      name: 'received',
      type: 'TIMESTAMP',
      description: 'when it was accepted, UTC',
      of: (row) => Date.parse(row.received),
    },
  ];
}

/**
 * All observations of a stretch as a table with these columns, network by network, by station and time.
 *
 * @param query without a network: of all of them
 */
export async function wholeObservations(
  store: StoreReads,
  query: Partial<StretchQuery>,
  view: ObservationView,
  signal: AbortSignal,
): Promise<ListTable> {
  const schema = tableSchema(observationColumns(view));
  const networks = query.network === undefined ? await store.networks() : [query.network];
  const batches = async function* () {
    for (const network of networks) {
      for await (const block of store.observationBlocks({ ...query, network }, signal)) {
        yield batchOf(schema, network, block, view);
        await setImmediate();
      }
    }
  };
  return {
    name: 'observations',
    schema,
    batches: batches(),
    next: null,
    positions: stationPositions(store, query.network),
  };
}

function batchOf(schema: Schema, network: string, block: ObservationBlock, view: ObservationView): RecordBatch {
  const { times, values, flags, estimates } = block;
  // A missing number stays one.
  const wanted = (variable: Variable, numbers: Float64Array): Float64Array =>
    view.units === 'own' ? numbers : numbers.map((value) => valueIn(view.units, variable, value));
  return batchOfColumns(schema, times.length, [
    textData(new Array<string>(times.length).fill(network)),
    textData(block.stations),
    timeData(times),
    ...VARIABLES.map((variable) => numberData(wanted(variable, values[variable]))),
    ...(view.flags ? VARIABLES.map((variable) => flagData(flags[variable])) : []),
    ...(view.flags ? VARIABLES.map((variable) => numberData(wanted(variable, estimates[variable].map(rounded)))) : []),
    textData(block.extras, true),
    textData(block.originals, true),
    textData(block.sources),
    timeData(block.received),
  ]);
}
