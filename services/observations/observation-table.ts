import { setImmediate } from 'node:timers/promises';
import type { RecordBatch, Schema } from 'apache-arrow';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import { listedColumns, type ObservationView } from '../answers/observation-columns.ts';
import { rounded } from '../answers/report-number.ts';
import { valueIn } from '../answers/si-units.ts';
import { flagData, numberData, textData, timeData } from '../http/formats/column-data.ts';
import type { ListTable } from '../http/formats/list-table.ts';
import { batchOfColumns } from '../http/formats/record-batch.ts';
import { stationPositions } from '../http/formats/station-positions.ts';
import { tableSchema } from '../http/formats/table-schema.ts';
import type { StoreReads } from '../stores/store-reads.ts';
import type { ObservationBlock, StretchQuery } from '../stores/time-series-store.ts';

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
  const schema = tableSchema(listedColumns(view));
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
    textData(block.extras, true),
    textData(block.originals, true),
    textData(block.sources),
    timeData(block.received),
    ...(view.flags ? VARIABLES : []).flatMap((variable) => [
      flagData(flags[variable]),
      numberData(wanted(variable, estimates[variable].map(rounded))),
    ]),
  ]);
}
