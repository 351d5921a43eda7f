import { SLOTS_PER_HOUR } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { ReportedHour } from '../roles/observation-store.ts';
import { Conditions } from './conditions.ts';
import type { StoreClient } from './store-client.ts';

const BIT = `bitShiftLeft(toUInt8(1), toUInt8(slot - floor(slot / ${SLOTS_PER_HOUR}) * ${SLOTS_PER_HOUR}))`;
const SELECTED = ['1', ...VARIABLES.map((name) => `isNotNull(${name})`)].map(
  (condition) => `toFloat64(groupBitOrIf(${BIT}, ${condition}))`,
);
const TYPES = ['String', 'Float64', ...SELECTED.map(() => 'Float64' as const)] as const;

/**
 * In which slots stations reported, as `ObservationStore.reportedHours`. As the table lies, station by station: whoever keeps
 * something of each station finds it in the memory that is at hand, which takes an eighth of the time.
 */
export async function* readReportedHours(
  client: StoreClient,
  network: string,
  from: number,
  to: number,
): AsyncGenerator<ReportedHour[]> {
  const place = new Conditions().equal('network', network).between(from, to);
  const blocks = client.blocks(
    `SELECT station, floor(slot / ${SLOTS_PER_HOUR}) AS hour, ${SELECTED.join(', ')}
     FROM observations WHERE ${place.sql} GROUP BY network, station, hour
     ORDER BY network, station, hour SETTINGS optimize_aggregation_in_order = 1`,
    TYPES,
    place.parameters,
  );
  for await (const { rows, columns } of blocks) {
    const [stations, hours, reports, ...values] = columns as [string[], Float64Array, ...Float64Array[]];
    yield Array.from({ length: rows }, (_, row) => ({
      station: stations[row],
      hour: hours[row],
      reports: reports[row],
      values: values.map((cells) => cells[row]),
    }));
  }
}
