import type { Observation } from '../../../schemas/observation.ts';
import {
  type HistoryClient,
  type HistoryColumn,
  type HistoryQuery,
  type HistoryRows,
  historyBatches,
} from './history-batches.ts';
import { type FewTexts, variablesAt } from './native-blocks.ts';
import { objectOf } from './object-text.ts';
import { VALUE_COLUMNS } from './value-columns.ts';

const COLUMNS: readonly HistoryColumn[] = [
  { sql: 'extras', type: 'String' },
  { sql: 'original', type: 'String' },
  { sql: 'toLowCardinality(source)', type: 'LowCardinality(String)' },
  { sql: 'toFloat64(toUnixTimestamp64Milli(received))', type: 'Float64' },
  ...VALUE_COLUMNS,
];

type Cells = [
  extras: readonly string[],
  original: readonly string[],
  source: FewTexts,
  received: Float64Array,
  ...values: Float64Array[],
];

/**
 * Observations of a network in the order of their slots, only the newest revision of each, in batches of whole slots. An
 * answer that breaks off goes on behind the last whole slot.
 */
export async function* readHistory(client: HistoryClient, query: HistoryQuery): AsyncGenerator<Observation[]> {
  for await (const parts of historyBatches<Cells>(client, query, COLUMNS)) {
    const observations: Observation[] = [];
    for (const part of parts) takeObservations(query.network, part, observations);
    yield observations;
  }
}

function takeObservations(network: string, { columns, rows }: HistoryRows<Cells>, into: Observation[]): void {
  const [station, time, extras, original, source, received, ...values] = columns;
  for (const row of rows) {
    into.push({
      network,
      station: station.texts[station.cells[row]],
      time: time[row],
      values: variablesAt(values, row),
      extras: objectOf(extras[row]),
      original: objectOf(original[row]),
      source: source.texts[source.cells[row]],
      received: received[row],
    });
  }
}
