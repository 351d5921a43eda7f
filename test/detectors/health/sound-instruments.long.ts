import assert from 'node:assert/strict';
import { checkHealth } from '../../../detectors/health/health-check.ts';
import { demoNetwork } from '../../../ingest/feeds/demo/demo-network.ts';
import type { ObservationSource } from '../../../ingest/observation-source.ts';
import { SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';

const STATIONS = 60;
const DAYS = 7;

/** A week of the demonstration without its faults and gaps. */
function soundWeek(seed: number, end: number): ObservationSource {
  const demo = demoNetwork({ stations: STATIONS, seed });
  const stations = Array.from({ length: STATIONS }, (_, k) => ({ ...demo.station(k), updated: 0 }));
  return {
    title: 'sound',
    networks: async () => ['demo'],
    stations: async () => [...stations],
    extent: async () => null,
    baselines: async () => [],
    close: async () => undefined,
    async *read() {
      for (let slot = slotOf(end) - DAYS * SLOTS_PER_DAY + 1; slot <= slotOf(end); slot++) {
        yield stations.map(({ network, id: station }, k) => ({
          network,
          station,
          time: timeOfSlot(slot),
          values: demo.sound(k, slot),
          extras: {},
          original: {},
          source: 'demo',
          received: timeOfSlot(slot),
        }));
      }
    },
  };
}

describe('the health check over sound instruments', () => {
  for (const month of ['January', 'April', 'July', 'October']) {
    it(`finds nothing in a week of ${month}, whatever the weather`, async () => {
      const end = Date.parse(`20 ${month} 2026 00:00 UTC`);
      const question = { network: 'demo', end, days: DAYS, station: null, variables: VARIABLES };
      const { stations, observations } = await checkHealth(soundWeek(end % 97, end), question);
      assert.equal(observations, STATIONS * DAYS * SLOTS_PER_DAY);
      const issues = stations.flatMap(({ station: { id }, findings }) =>
        [...findings.issues, ...[...findings.variables.values()].flatMap((one) => one.issues)].map(
          ({ text }) => `${id}: ${text}`,
        ),
      );
      assert.deepEqual(issues, []);
    });
  }
});
