import assert from 'node:assert/strict';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { chosenCases } from './chosen-cases.ts';

const SLOT = 2_770_000;

function made(id: string, given: Partial<Anomaly> & { readonly correlation?: number } = {}): Anomaly {
  const { correlation = 0, ...rest } = given;
  const neighbors = ['b', 'c', 'd', 'e', 'f'];
  const spatial = { enabled: true, method: 'pearson', correlation, neighborsChecked: 5, neighbors } as const;
  return {
    ...{ id, network: 'n', station: 'a', stationName: 'A', variable: 'temp_out', slot: SLOT, time: SLOT * 600_000 },
    ...{ actual: 15, expected: 10, deviation: 5, temporalMethod: 'arima', check: 'arima', score: 10, scale: 1 },
    ...{ threshold: 5, classification: 'device_failure', reason: '', spatial, evidence: {}, baseline: null },
    ...{ configuration: '', state: 'settled', final: true, version: '', judged: 0 },
    ...rest,
  };
}

describe('the cases that are shown', () => {
  it('are the largest of their kinds', () => {
    const weather = { classification: 'weather_event', correlation: 0.8 } as const;
    const cases = chosenCases([
      made('spike', { score: 20 }),
      made('the return, farther from a wide forecast', { score: 10, deviation: -9, slot: SLOT + 1 }),
      made('front', { ...weather, deviation: -4 }),
      made('a lesser front: 6 % are less than 4 degC', { ...weather, variable: 'out_hum', deviation: 6 }),
      made('rain around that few neighbours had', { ...weather, correlation: 0.1, deviation: 30 }),
      made('stuck', { check: 'flat_line', deviation: 3 }),
    ]);
    assert.deepEqual(
      cases.map(({ name, anomaly }) => [name, anomaly.id]),
      [
        ['front', 'front'],
        ['spike', 'spike'],
        ['stuck', 'stuck'],
      ],
    );
  });

  it('tell a stuck sensor from a feed that stands still', () => {
    const frozen = ['a', 'b', 'c', 'd'].map((station, k) =>
      made(station, { station, check: 'flat_line', deviation: 20 + k }),
    );
    const resumed = ['a', 'b', 'c', 'd'].map((station, k) =>
      made(`${station} resumed`, { station, classification: 'suspected', slot: SLOT + 6, deviation: k }),
    );
    const later = made('stuck', { check: 'flat_line', deviation: 3, slot: SLOT + 200 });
    const cases = chosenCases([
      ...frozen,
      ...resumed,
      later,
      made('doubt', { classification: 'suspected', deviation: 50 }),
    ]);
    assert.deepEqual(
      cases.map(({ name, anomaly }) => [name, anomaly.id]),
      [
        ['stuck', 'stuck'],
        ['freeze', 'd resumed'],
      ],
    );
  });
});
