import assert from 'node:assert/strict';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf } from '../../../schemas/time.ts';
import { delayed, judgeLive, said } from './live-judgement.ts';
import { settledBothWays, settlesByMethods } from './settled-both-ways.ts';
import { FIRST_SLOT, smallHistory, smallStations } from './small-network.ts';

describe('live equals replay', () => {
  const stations = smallStations(6);
  const history = smallHistory(stations, 3, 7);

  // By other methods, and in another order: live-equals-replay-by-method.long.ts.
  settlesByMethods({ temporalMethod: 'arima', spatialMethod: 'pearson' }, stations, history, [0, 1]);

  it('settles the same verdicts through an outage of the feed that repeats the last records', async () => {
    const last = new Map<string, Observation['values']>();
    const [from, to] = [FIRST_SLOT + 150, FIRST_SLOT + 186];
    const frozen = history.map((observation) => {
      const { station, time } = observation;
      const repeats = slotOf(time) >= from && slotOf(time) < to && station !== 's00';
      const values = (repeats ? last.get(station) : undefined) ?? observation.values;
      last.set(station, values);
      return { ...observation, values };
    });
    const arrivals = delayed(frozen, 3);
    const { live, expected, replayed } = await settledBothWays(stations, arrivals);
    const explained = expected.filter(({ reason }) => reason.endsWith('feed outage, nothing to compare with'));
    assert.ok(explained.length > 3, `some were raised in the outage: ${explained.length}`);
    assert.ok(explained.every(({ classification }) => classification === 'suspected'));
    assert.deepEqual(live.map(said), expected.map(said));
    assert.deepEqual(
      replayed.outages.map(({ kind, scope }) => [kind, scope]),
      [['repeating', 'network']],
    );
  });

  it('settles the same verdicts on hourly stations, of which it is learnt what is usual between them', async () => {
    const hourly = smallHistory(stations, 14, 11).filter(({ time }) => slotOf(time) % SLOTS_PER_HOUR === 0);
    const arrivals = delayed(hourly, 4);
    const { live, expected } = await settledBothWays(stations, arrivals);
    const known = expected.filter(({ evidence }) => 'usual' in evidence);
    assert.ok(known.length > 5, `it was known of ${known.length} of ${expected.length}`);
    assert.deepEqual(live.map(said), expected.map(said));
  });

  it('settles the same faults of an anemometer that stands still, from a lull on until it turns again', async () => {
    const lull = (slot: number) => slot >= FIRST_SLOT + 175 && slot < FIRST_SLOT + 190;
    const stands = (slot: number) => slot >= FIRST_SLOT + 180 && slot < FIRST_SLOT + 255;
    // Half a day after it has turned again, all is settled.
    const untilThen = history.filter(({ time }) => slotOf(time) < FIRST_SLOT + 340);
    const still = untilThen.map((observation) => {
      const { station, time, values } = observation;
      const wind = (values.wind_speed ?? 0) * (lull(slotOf(time)) ? 0.1 : 2);
      const wind_speed = station === 's02' && stands(slotOf(time)) ? 0 : wind;
      return { ...observation, values: { ...values, wind_speed } };
    });
    for (const arrivals of [still, delayed(still, 1), delayed(still, 5)]) {
      const { live, expected, replayed } = await settledBothWays(stations, arrivals);
      assert.deepEqual(live.map(said), expected.map(said));
      const stuck = replayed.faults.filter(({ kind, variable }) => kind === 'stuck' && variable === 'wind_speed');
      assert.deepEqual(
        stuck.map(({ station, start, end, state }) => [station, slotOf(start), slotOf(end ?? 0), state]),
        [['s02', FIRST_SLOT + 190, FIRST_SLOT + 254, 'settled']],
      );
    }
  });

  it('settles other verdicts when an observation is missing', async () => {
    const ofADay = history.filter(({ time }) => slotOf(time) < FIRST_SLOT + SLOTS_PER_DAY);
    const live = (await judgeLive(stations, ofADay)).settledVerdicts;
    const fewer = await judgeLive(
      stations,
      ofADay.filter((o) => o.station !== live[0].station),
    );
    assert.equal(fewer.verdicts.has(live[0].id), false);
  });
});
