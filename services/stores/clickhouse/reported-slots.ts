import { VARIABLES } from '../../../schemas/variables.ts';
import { type ReportedSlots, SLOTS_PER_WORD } from '../roles/observation-store.ts';
import { Conditions } from './conditions.ts';
import type { StoreClient } from './store-client.ts';

const WORD = `floor(slot / ${SLOTS_PER_WORD})`;
const BIT = `bitShiftLeft(toUInt32(1), toUInt8(slot - ${WORD} * ${SLOTS_PER_WORD}))`;
const SELECTED = ['1', ...VARIABLES.map((name) => `isNotNull(${name})`)].map(
  (condition) => `toFloat64(groupBitOrIf(${BIT}, ${condition}))`,
);
const TYPES = ['String', 'Float64', ...SELECTED.map(() => 'Float64' as const)] as const;

/**
 * In which slots stations reported, as `ObservationStore.reportedSlots`. As the table lies, station by station: whoever keeps
 * something of each station finds it in the memory that is at hand, which takes an eighth of the time.
 */
export async function* readReportedSlots(
  client: StoreClient,
  network: string,
  from: number,
  to: number,
): AsyncGenerator<ReportedSlots[]> {
  const place = new Conditions().equal('network', network).between(from, to);
  const blocks = client.blocks(
    `SELECT station, ${WORD} AS word, ${SELECTED.join(', ')}
     FROM observations WHERE ${place.sql} GROUP BY network, station, word
     ORDER BY network, station, word SETTINGS optimize_aggregation_in_order = 1`,
    TYPES,
    place.parameters,
  );
  for await (const { rows, columns } of blocks) {
    const [stations, words, reports, ...values] = columns as [string[], Float64Array, ...Float64Array[]];
    yield Array.from({ length: rows }, (_, row) => ({
      station: stations[row],
      word: words[row],
      reports: reports[row],
      values: values.map((cells) => cells[row]),
    }));
  }
}
