import assert from 'node:assert/strict';
import { isoOf } from '../../../schemas/time.ts';
import { MINUTE_MS } from './cadences.ts';
import { faultFindings, type Verdict } from './fault-findings.ts';
import type { InjectedFault } from './faulty-network.ts';

const NOON = Date.UTC(2025, 5, 1, 12);
const FAULTS: readonly InjectedFault[] = [
  { station: 'a', time: NOON + 3 * MINUTE_MS, kind: 'absurd' },
  { station: 'b', time: NOON, kind: 'shifted' },
];

const failure = (station_id: string, minute: number, changes: Partial<Verdict> = {}): Verdict => ({
  anomaly_id: `${station_id}${minute}`,
  station_id,
  variable: 'temp_out',
  timestamp: isoOf(NOON + minute * MINUTE_MS),
  classification: 'device_failure',
  check: 'gross_range',
  state: 'settled',
  reason: 'far out',
  ...changes,
});

describe('what a run of the cadence trial made of faults', () => {
  it('is that each was found at its own time', () => {
    const { found, injected, missed, besideFailures, otherFailures } = faultFindings(FAULTS, [
      failure('a', 3),
      failure('b', 0, { check: 'arima' }),
    ]);
    assert.deepEqual([found, injected], [injected, { absurd: 1, shifted: 1 }]);
    assert.deepEqual([missed, besideFailures, otherFailures], [[], [], []]);
  });

  it('is that one was missed where the verdict is of a minute beside it, which is a failure beside it', () => {
    const { found, missed, besideFailures } = faultFindings(FAULTS, [failure('a', 4), failure('b', 0)]);
    assert.deepEqual(found, { absurd: 0, shifted: 1 });
    assert.deepEqual(missed, ['absurd value of a at 2025-06-01T12:03:00.000Z: no anomaly at its time']);
    assert.deepEqual(
      besideFailures.map(({ anomaly_id }) => anomaly_id),
      ['a4'],
    );
  });

  it('is that one was missed where it has another class, or an absurd value another check', () => {
    const { missed } = faultFindings(FAULTS, [
      failure('a', 3, { check: 'arima' }),
      failure('b', 0, { classification: 'suspected' }),
    ]);
    assert.deepEqual(
      missed.map((text) => text.replace(/^.*Z: /, '')),
      ['check arima instead of gross_range', 'suspected instead of device_failure: far out'],
    );
  });

  it('is a failure beside it within an hour of a fault of the same station, of other variables too, and only there', () => {
    const { besideFailures, otherFailures } = faultFindings(FAULTS, [
      failure('a', 3, { variable: 'out_hum', anomaly_id: 'humidity' }),
      failure('a', 63),
      failure('a', 64),
      failure('b', 60),
      failure('c', 0),
      failure('b', 1, { classification: 'weather_event' }),
    ]);
    assert.deepEqual(
      besideFailures.map(({ anomaly_id }) => anomaly_id),
      ['humidity', 'a63', 'b60'],
    );
    assert.deepEqual(
      otherFailures.map(({ anomaly_id }) => anomaly_id),
      ['a64', 'c0'],
    );
  });
});
