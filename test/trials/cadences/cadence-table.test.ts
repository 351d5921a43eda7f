import assert from 'node:assert/strict';
import { cadenceRow, differences } from './cadence-table.ts';
import { CADENCES, MINUTE_MS } from './cadences.ts';
import type { Judged } from './command-run.ts';
import type { Verdict } from './fault-findings.ts';
import { type FaultyNetwork, faultyNetwork } from './faulty-network.ts';

const FROM = Date.UTC(2025, 5, 1);

describe('the table of the cadence trial', () => {
  const hourly = CADENCES.filter(({ name }) => name === 'every-60');
  const [network]: FaultyNetwork[] = hourly.map((cadence) =>
    faultyNetwork(cadence, { from: FROM, to: FROM + 56 * 60 * MINUTE_MS }, 1),
  );
  const verdicts = network.faults.map(
    ({ station, time, kind }): Verdict => ({
      anomaly_id: `${station}-${kind}`,
      station_id: station,
      variable: 'temp_out',
      timestamp: new Date(time).toISOString(),
      classification: 'device_failure',
      check: kind === 'absurd' ? 'gross_range' : 'arima',
      state: 'settled',
      reason: '',
    }),
  );
  const received = network.observations.length * 5;
  const counts = { received, judged: received - 300, not_judged: { insufficient_history: 298, late: 2 } };
  const right: Judged = { verdicts, counts };

  it('shows a run in which everything is right', () => {
    const { cells, problems } = cadenceRow('live', network, right, [0.2, 0.31]);
    const numbers = [received, received - 300, 300].map(String);
    assert.deepEqual(cells, ['60 min', 'live', '1 of 1', '1 of 1', '0', '0', ...numbers, '0.31']);
    assert.deepEqual(problems, []);
  });

  it('marks what is wrong and says it', () => {
    const { cells, problems } = cadenceRow('live', network, { verdicts: verdicts.slice(1), counts: null }, [
      0.2,
      Number.POSITIVE_INFINITY,
    ]);
    assert.deepEqual(cells.slice(2), ['**0 of 1**', '1 of 1', '0', '0', ...Array(3).fill('**none**'), '**never**']);
    assert.deepEqual(
      problems.map((problem) => problem.replace(/^60 min, live: /, '').replace(/ of s.*$/, '')),
      [
        'absurd value',
        'received, judged and not judged values are not counted',
        '1 of 2 absurd values were not listed within 1 s',
      ],
    );
  });

  it('marks counts that do not add up, or are not of everything that was sent', () => {
    const problemsOf = (judged: Judged) =>
      cadenceRow('command', network, judged, null).problems.map((one) => one.slice(17));
    assert.deepEqual(problemsOf({ verdicts, counts: { ...counts, not_judged: {} } }), [
      `${received} values received, but ${received - 300} judged and 0 not judged`,
    ]);
    assert.deepEqual(problemsOf({ verdicts, counts: { received: 10, judged: 10, not_judged: {} } }), [
      `10 values received, ${received} were sent`,
    ]);
  });

  it('has no differences where settled verdicts are the same, whatever is open', () => {
    const open = { ...verdicts[0], anomaly_id: 'open', state: 'provisional' } as const;
    assert.deepEqual(differences(network, right, { ...right, verdicts: [...verdicts, open] }), []);
    const [first, ...others] = verdicts;
    const changed = { ...first, classification: 'weather_event' };
    assert.deepEqual(differences(network, right, { ...right, verdicts: others }), [
      `60 min: 1 settled live verdicts lost, such as ${first.anomaly_id}`,
    ]);
    assert.match(
      differences(network, right, { ...right, verdicts: [changed, ...others] })[0],
      /1 settled .* different/,
    );
  });
});
