import { NumberedIds } from '../../../ingest/read-reports.ts';
import { rainCountOf } from '../../../ingest/validation/rain-fields.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { ReportColumns } from '../../../schemas/report-columns.ts';
import {
  type HistoryClient,
  type HistoryColumn,
  type HistoryQuery,
  type HistoryRows,
  historyBatches,
} from './history-batches.ts';
import type { FewTexts } from './native-blocks.ts';
import { objectOf } from './object-text.ts';
import { VALUE_COLUMNS } from './value-columns.ts';

type Cells = [rain: FewTexts, ...values: Float64Array[]];

/** How the rain of an observation came, where its source says anything of it: few observations differ in that. */
const RAIN: HistoryColumn = {
  sql: `toLowCardinality(if(position(original, '"rain"') = 0, '', original))`,
  type: 'LowCardinality(String)',
};

/** Observations of a network as `readHistory`, column by column. */
export async function* readReportColumns(client: HistoryClient, query: HistoryQuery): AsyncGenerator<ReportColumns> {
  const columns = [RAIN, ...VALUE_COLUMNS];
  const stations = new NumberedIds();
  for await (const parts of historyBatches<Cells>(client, query, columns)) yield together(parts, stations);
}

/** The rows of all parts, one part after the other. */
function together(parts: readonly HistoryRows<Cells>[], stations: NumberedIds): ReportColumns {
  const length = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  const station = new Uint32Array(length);
  const rainCount = new Float64Array(length);
  const gather = (cellsOf: (part: HistoryRows<Cells>) => Float64Array) => gathered(parts, length, cellsOf);
  let at = 0;
  for (const { columns, rows } of parts) {
    const [{ texts, cells }, , rain] = columns;
    const numbers = texts.map(() => -1);
    const counts = rain.texts.map(countOf);
    for (let k = 0; k < rows.length; k++, at++) {
      const cell = cells[rows[k]];
      // Only a station of which there is a report is numbered.
      if (numbers[cell] < 0) numbers[cell] = stations.numberOf(texts[cell]);
      station[at] = numbers[cell];
      rainCount[at] = counts[rain.cells[rows[k]]];
    }
  }
  const time = gather(({ columns }) => columns[1]);
  const values = VALUE_COLUMNS.map((_, v) => gather(({ columns }) => columns[3 + v] as Float64Array));
  return { length, ids: stations.ids, station, time, values, rainCount };
}

function gathered(
  parts: readonly HistoryRows<Cells>[],
  length: number,
  cellsOf: (part: HistoryRows<Cells>) => Float64Array,
): Float64Array {
  const column = new Float64Array(length);
  let at = 0;
  for (const part of parts) {
    const cells = cellsOf(part);
    const { rows } = part;
    for (let k = 0; k < rows.length; k++) column[at++] = cells[rows[k]];
  }
  return column;
}

/** The count of rain that an observation came with [mm]; NaN where there is none. */
function countOf(original: string): number {
  return rainCountOf(objectOf<Observation['original']>(original)) ?? Number.NaN;
}
