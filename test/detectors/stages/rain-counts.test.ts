import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { configuration, delayed, judgeLive, said } from './live-judgement.ts';
import { inAmounts, inCounts } from './rain-counts.ts';
import { MemorySource, smallHistory, smallStations } from './small-network.ts';

const byId = (a: Anomaly, b: Anomaly) => (a.id < b.id ? -1 : 1);
const stations = smallStations(6);
const history = smallHistory(stations, 3, 7);

async function replayed(observations: readonly Observation[], from = 0): Promise<readonly Anomaly[]> {
  const times = observations.map(({ time }) => time);
  const [first, end] = [Math.min(...times), Math.max(...times)];
  const request = { network: 'small', start: first + from, end, configuration, verdicts: 'last' } as const;
  return (await replay(new MemorySource(stations, observations), request)).anomalies;
}

describe('rain that comes as a count since midnight', () => {
  for (const [name, seed] of [
    ['in order', 0],
    ['delayed', 1],
  ] as const) {
    it(`settles the same verdicts live and in replay, to the id, when it arrives ${name}`, async () => {
      const counts = inCounts(history);
      const arrivals = seed === 0 ? counts : delayed(counts, seed);
      const live = (await judgeLive(stations, arrivals)).settledVerdicts;
      const expected = (await replayed([...new Set(arrivals)])).filter(({ state }) => state === 'settled');
      const ofRain = expected.filter(({ variable }) => variable === 'rain');
      assert.ok(ofRain.length >= 5, `${ofRain.length} of rain`);
      assert.deepEqual(live.sort(byId).map(said), [...expected].sort(byId).map(said));
    });
  }

  it('is judged as its amounts are where no report is missing', async () => {
    const slots = new Map<string, Observation>();
    for (const observation of history) slots.set(`${observation.station}|${slotOf(observation.time)}`, observation);
    const [first, last] = [Math.min(...history.map((o) => o.time)), Math.max(...history.map((o) => o.time))];
    const whole: Observation[] = [];
    for (let slot = slotOf(first); slot <= slotOf(last); slot++) {
      for (const { id } of stations) {
        const held = slots.get(`${id}|${slot}`) ?? slots.get(`${id}|${slot - 1}`) ?? slots.get(`${id}|${slot - 2}`);
        if (held !== undefined) whole.push({ ...held, time: timeOfSlot(slot) });
      }
    }
    const day = 86_400_000;
    const numbers = ({ variable, time, station, actual, expected, score }: Anomaly) =>
      variable === 'rain' ? [[station, time, actual, expected.toFixed(4), score.toFixed(3)]] : [];
    const ofAmounts = (await replayed(inAmounts(whole), day)).flatMap(numbers);
    assert.ok(ofAmounts.length >= 5, `${ofAmounts.length}`);
    assert.deepEqual((await replayed(inCounts(whole, 'mm', false), day)).flatMap(numbers), ofAmounts);
    const inches = (await replayed(inCounts(whole, 'in', false), day)).flatMap(numbers);
    assert.deepEqual(inches, ofAmounts, 'in inches');
  });

  it('raises nothing at midnight, over missed reports, nor for a tip that is taken back', async () => {
    const midnight = slotOf(history[0].time) + 200;
    const dry = history.map((it, k) => {
      const value = slotOf(it.time) >= midnight ? 0 : k % 53 === 0 ? 12.2 : 12.4;
      const rain = { value, unit: 'mm', kind: 'since_midnight' };
      return { ...it, values: { ...it.values, rain: null }, original: { rain } };
    });
    assert.deepEqual(
      (await replayed(dry)).filter(({ variable }) => variable === 'rain'),
      [],
    );
  });

  it('says of an impossible count what it makes of it', async () => {
    const counts = inCounts(history).map((it) => ({ ...it, original: { ...it.original } }));
    const times = [...new Set(counts.map(({ time }) => slotOf(time)))];
    const at = times[Math.floor(times.length / 2)];
    const broken = counts.map((it) => {
      if (it.station !== 's02' || slotOf(it.time) !== at) return it;
      return { ...it, original: { rain: { value: -3, unit: 'mm', kind: 'since_midnight' } } };
    });
    const [found] = (await replayed(broken)).filter(
      (a) => a.variable === 'rain' && a.station === 's02' && slotOf(a.time) === at,
    );
    assert.equal(found.check, 'gross_range');
    assert.equal(found.actual, -3);
    assert.equal(found.classification, 'device_failure');
  });
});
