import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { ReplayResult } from '../../../detectors/replay/replay-result.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { type DenseWays, denseHistory } from './dense-network.ts';
import { configuration, delayed, judgeLive, said } from './live-judgement.ts';
import { MemorySource, smallStations } from './small-network.ts';

const MINUTE_MS = 60_000;
const byId = (a: Anomaly, b: Anomaly) => (a.id < b.id ? -1 : 1);
const stations = smallStations(6);

function replayed(observations: readonly Observation[], skipped = 0): Promise<ReplayResult> {
  const times = observations.map(({ time }) => time);
  const [first, end] = [Math.min(...times), Math.max(...times)];
  const request = { network: 'small', start: first + skipped, end, configuration, verdicts: 'last' } as const;
  return replay(new MemorySource(stations, observations), request);
}

function received(observations: readonly Observation[]): number {
  return observations.reduce((sum, { values }) => sum + VARIABLES.filter((name) => values[name] !== null).length, 0);
}

const WAYS: Readonly<Record<string, DenseWays>> = {
  'every minute': { minutes: [1], hours: 14, seed: 1 },
  'every two minutes, rain of two minutes': { minutes: [2], hours: 16, seed: 2, declared: true },
  'every five minutes': { minutes: [5], hours: 30, seed: 3 },
  'every 7 to 60 minutes, off the minute': { minutes: [7, 10, 15, 9, 30, 60], hours: 40, seed: 4, jitterMs: 90_000 },
  'every two or three hours, off the minute': { minutes: [180, 120], hours: 144, seed: 6, jitterMs: 90_000 },
  'every 1, 5 or 10 minutes, off the minute, declared': {
    minutes: [1, 5, 10],
    hours: 14,
    seed: 5,
    jitterMs: 40_000,
    declared: true,
  },
};

describe('every report is judged', () => {
  it('finds the 500 degC that a station reads at 08:05 between two good reports', async () => {
    const history = denseHistory(stations, { minutes: [5], hours: 9, seed: 9 });
    const begin = history[0].time;
    const wrong = history.find(({ station, time }) => station === 's02' && time === begin + (8 * 60 + 5) * MINUTE_MS);
    assert.ok(wrong !== undefined);
    const broken = history.map((one) => (one === wrong ? { ...one, values: { ...one.values, temp_out: 500 } } : one));
    const { anomalies } = await replayed(broken, 6 * 3_600_000);
    const [found] = anomalies.filter(({ station, time }) => station === 's02' && time === wrong.time);
    assert.equal(found?.check, 'gross_range');
    assert.equal(found?.classification, 'device_failure');
    assert.equal(found?.actual, 500);
  });

  for (const [name, ways] of Object.entries(WAYS)) {
    describe(name, () => {
      const history = denseHistory(stations, ways);

      it('values received are values judged and values not judged', async () => {
        const { valuesJudged, notJudged } = await replayed(history);
        const left = notJudged.filter(({ reason }) => reason !== 'missing');
        const unjudged = left.reduce((sum, { count }) => sum + count, 0);
        assert.equal(valuesJudged + unjudged, received(history));
      });

      for (const seed of [0, 2]) {
        it(`settles the same verdicts live and in replay, to the id, ${seed === 0 ? 'in order' : `delayed (${seed})`}`, async () => {
          const arrivals = seed === 0 ? history : delayed(history, seed);
          const live = (await judgeLive(stations, arrivals)).settledVerdicts;
          const { anomalies } = await replayed([...new Set(arrivals)].sort((a, b) => a.time - b.time));
          const expected = anomalies.filter(({ state }) => state === 'settled');
          assert.ok(expected.length >= 5, `${expected.length} settled`);
          assert.deepEqual(live.sort(byId).map(said), [...expected].sort(byId).map(said));
        });
      }
    });
  }
});
