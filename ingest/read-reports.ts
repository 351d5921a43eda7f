import { type Observation, writeNumbers } from '../schemas/observation.ts';
import type { ReportColumns } from '../schemas/report-columns.ts';
import { VARIABLES } from '../schemas/variables.ts';
import type { ObservationSource } from './observation-source.ts';
import { rainCountOf } from './validation/rain-fields.ts';

/** Observations of a network as `ObservationSource.read`, column by column. @throws what the source throws */
export async function* readReports(
  source: Pick<ObservationSource, 'read' | 'reportColumns'>,
  network: string,
  from: number,
  to: number,
): AsyncGenerator<ReportColumns> {
  if (source.reportColumns !== undefined) return yield* source.reportColumns(network, from, to);
  const stations = new NumberedIds();
  for await (const batch of source.read(network, from, to)) yield columnsOf(batch, stations);
}

/** The stations of a read in the order in which they came first. */
export class NumberedIds {
  readonly ids: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(id: string): number {
    let number = this.#numbers.get(id);
    if (number === undefined) {
      number = this.ids.push(id) - 1;
      this.#numbers.set(id, number);
    }
    return number;
  }
}

function columnsOf(observations: readonly Observation[], stations: NumberedIds): ReportColumns {
  const { length } = observations;
  const columns = {
    station: new Uint32Array(length),
    time: new Float64Array(length),
    values: VARIABLES.map(() => new Float64Array(length)),
    rainCount: new Float64Array(length),
  };
  const numbers = new Float64Array(VARIABLES.length);
  for (const [row, { station, time, values, original }] of observations.entries()) {
    columns.station[row] = stations.numberOf(station);
    columns.time[row] = time;
    writeNumbers(values, numbers);
    for (let v = 0; v < numbers.length; v++) columns.values[v][row] = numbers[v];
    columns.rainCount[row] = rainCountOf(original) ?? Number.NaN;
  }
  return { length, ids: stations.ids, ...columns };
}
