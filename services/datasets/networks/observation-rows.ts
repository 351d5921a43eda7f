import type { Assessment } from '../../../schemas/assessment.ts';
import type { ObservationAnswer } from '../../../schemas/http/answers/observation-answer.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../schemas/time.ts';
import { observationAnswer } from '../../answers/observation-answer.ts';
import type { ObservationStore } from '../../stores/roles/observation-store.ts';
import type { VerdictStore } from '../../stores/roles/verdict-store.ts';
import type { Stretch } from './network-address.ts';

/** What the rows of observations are read from. */
export type ObservationReading = Pick<ObservationStore, 'extent' | 'readObservations'> &
  Pick<VerdictStore, 'assessments'>;

/** Rows that one read is meant to give: whoever reads more holds up everybody else while the answer is taken apart. */
const READ_ROWS = 20_000;
/** Length of the first read, and of the longest one [slots]: what follows a gap is of any number of rows. */
const FIRST_READ = SLOTS_PER_HOUR;
const LONGEST_READ = 30 * SLOTS_PER_DAY;
/** How much longer a read may be than the one before it. */
const GROWTH = 8;

/**
 * Observations of a stretch as the list over HTTP has them, in general the older ones first, the newest revision of each, in
 * batches of some `READ_ROWS`, with what was found for them.
 */
export async function* observationRows(
  store: ObservationReading,
  { network, from, to }: Stretch,
): AsyncGenerator<readonly ObservationAnswer[]> {
  const extent = await store.extent(network);
  if (extent === null) return;
  const end = Math.min(to, extent.last);
  let slots = FIRST_READ;
  for (let start = Math.max(from, extent.first); start <= end; ) {
    const last = Math.min(start + slots * SLOT_MS - 1, end);
    let rows = 0;
    for await (const batch of store.readObservations(network, start, last)) {
      rows += batch.length;
      if (batch.length > 0) yield await assessed(store, network, batch);
    }
    const wanted = slots * Math.min(READ_ROWS / Math.max(rows, 1), GROWTH);
    slots = Math.max(1, Math.min(Math.floor(wanted), LONGEST_READ));
    start = last + 1;
  }
}

async function assessed(
  store: ObservationReading,
  network: string,
  batch: readonly Observation[],
): Promise<readonly ObservationAnswer[]> {
  const found = await assessmentsOf(store, network, batch);
  return batch.map((observation) => {
    const assessment = found.get(observation.station)?.get(observation.time) ?? null;
    return observationAnswer({ observation, assessment }, 'own', true);
  });
}

/** Assessments by station and time, of the stretch that a batch covers. */
async function assessmentsOf(
  store: ObservationReading,
  network: string,
  batch: readonly Observation[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, Assessment>>> {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { time } of batch) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  const found = new Map<string, Map<number, Assessment>>();
  for (const assessment of await store.assessments(network, first, last)) {
    const { station, time } = assessment.judgement;
    const times = found.get(station);
    if (times === undefined) found.set(station, new Map([[time, assessment]]));
    else times.set(time, assessment);
  }
  return found;
}
