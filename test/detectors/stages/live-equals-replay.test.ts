import assert from 'node:assert/strict';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOTS_PER_HOUR, slotOf } from '../../../schemas/time.ts';
import { delayed, judgeLive, said } from './live-judgement.ts';
import { settledBothWays, settlesByMethods } from './settled-both-ways.ts';
import { FIRST_SLOT, smallHistory, smallStations } from './small-network.ts';

describe('live equals replay', () => {
  const stations = smallStations(6);
  const history = smallHistory(stations, 3, 7);

  // By other methods: live-equals-replay-by-method.long.ts.
  settlesByMethods({ temporalMethod: 'arima', spatialMethod: 'pearson' }, stations, history, [0, 1, 2]);

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

  it('settles other verdicts when an observation is missing', async () => {
    const live = (await judgeLive(stations, history)).settledVerdicts;
    const fewer = await judgeLive(
      stations,
      history.filter((o) => o.station !== live[0].station),
    );
    assert.equal(fewer.verdicts.has(live[0].id), false);
  });
});
