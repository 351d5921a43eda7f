import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { NeighbourReader } from '../../../detectors/stages/neighbour-reader.ts';
import type { BatchHandler, DeliveredRecord } from '../../../ingest/log/event-log.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { stationKey } from '../../../schemas/station.ts';
import { slotOf } from '../../../schemas/time.ts';
import { configuration } from './live-judgement.ts';
import { smallHistory, smallStations } from './small-network.ts';

const plan = planJudgement(configuration);
const stations = smallStations(2);
const history = smallHistory(stations, 1, 4);
/** When a producer's batch reached each partition, ms since the epoch: not in the same millisecond. */
const TAKEN = [1_000_000, 1_000_001];

/** The reports of a station as its partition holds them. */
function recordsOf(station: number): DeliveredRecord<Observation>[] {
  return history
    .filter((one) => one.station === stations[station].id)
    .map((value, offset) => ({
      key: stationKey(value.network, value.station),
      value,
      offset,
      appended: TAKEN[station],
    }));
}

describe('neighbours whose history came in one batch', () => {
  it('are complete no further than each partition was read, whatever others had brought by then', async () => {
    let hand: BatchHandler<Observation> = async () => undefined;
    const reader = new NeighbourReader({
      log: {
        ends: async () => [],
        subscribe: async ({ onAssigned }, handler) => {
          for (const partition of [0, 1]) await onAssigned?.({ partition, done: null, note: '' });
          hand = handler as typeof hand;
          return { stop: async () => undefined };
        },
      },
      networks: new NetworkStates(plan),
      latenessSlots: configuration.latenessSlots,
      hindsightSlots: configuration.hindsightSlots,
      leaves: () => false,
      now: () => Date.UTC(2024, 5, 1),
      gate: () => Number.POSITIVE_INFINITY,
      onRead: async () => undefined,
    });
    await reader.start(null, new Set([0, 1]));
    const [first, second] = [recordsOf(0), recordsOf(1)];
    const { network } = stations[0];
    await hand({ partition: 0, records: first, behind: 0 });
    // The batch comes in two deliveries: the first ends at a slot that others were past when the log took it.
    const half = Math.floor(second.length / 2);
    await hand({ partition: 1, records: second.slice(0, half), behind: second.length - half });
    assert.equal(reader.complete(network, [0, 1]), slotOf(second[half - 1].value.time));
    await hand({ partition: 1, records: second.slice(half), behind: 0 });
    assert.equal(reader.complete(network, [0, 1]), slotOf(second[second.length - 1].value.time));
  });
});
