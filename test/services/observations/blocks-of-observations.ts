import { byVariable } from '../../../schemas/variables.ts';
import type { JudgedObservation, ObservationBlock } from '../../../services/stores/time-series-store.ts';

/** Observations column by column, none judged. */
export async function* blocksOf(observations: readonly JudgedObservation[]): AsyncGenerator<ObservationBlock> {
  const found = observations.map(({ observation }) => observation);
  const textOf = (object: object) => (Object.keys(object).length === 0 ? '' : JSON.stringify(object));
  yield {
    stations: found.map(({ station }) => station),
    times: Float64Array.from(found, ({ time }) => time),
    values: byVariable((variable) => Float64Array.from(found, ({ values }) => values[variable] ?? Number.NaN)),
    flags: byVariable(() => new Uint8Array(found.length)),
    estimates: byVariable(() => new Float64Array(found.length).fill(Number.NaN)),
    extras: found.map(({ extras }) => textOf(extras)),
    originals: found.map(({ original }) => textOf(original)),
    sources: found.map(({ source }) => source),
    received: Float64Array.from(found, ({ received }) => received),
  };
}
