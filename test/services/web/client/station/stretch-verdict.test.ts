import assert from 'node:assert/strict';
import type { AnomalyAnswer, JudgedFault } from '../../../../../services/web/client/api/answers.ts';
import {
  GivenVerdict,
  type KnownStretch,
  type StretchVerdict,
  verdictRequests,
} from '../../../../../services/web/client/station/stretch-verdict.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const HOUR = 3_600_000;
const at = (hours: number) => new Date(NOON + hours * HOUR).toISOString();

const fault = (id: string, start: number, end: number | null, more: Partial<JudgedFault> = {}): JudgedFault =>
  ({
    ...{ fault_id: id, variable: 'temp_out', certainty: 'failure', start: at(start) },
    ...{ end: end === null ? null : at(end), ...more },
  }) as JudgedFault;
const anomaly = (id: string, hours: number, variable = 'temp_out'): AnomalyAnswer =>
  ({ anomaly_id: id, variable, timestamp: at(hours) }) as AnomalyAnswer;

/** Reports each hour from six hours before noon to six after. */
const known = (fields: Partial<KnownStretch>): KnownStretch => ({
  ...{ faults: [], anomalies: [], isNewest: true },
  times: Array.from({ length: 13 }, (_, k) => NOON + (k - 6) * HOUR),
  ...fields,
});
/** Of noon to two hours later. */
const verdict = (fields: Partial<StretchVerdict> = {}): StretchVerdict => ({
  ...{ network: 'north', station: 'a', variable: 'temp_out', from: NOON, to: NOON + 2 * HOUR },
  ...{ classification: 'normal', kind: 'level', reason: 'a fire', ...fields },
});
const bodies = (requests: ReturnType<typeof verdictRequests>) =>
  requests?.map(({ path, body }) => [path.split('/').slice(3, 5).join(' '), body]) ?? null;

describe('a verdict on a stretch', () => {
  it('of a failure is a fault of that time', () => {
    const [request] = verdictRequests(verdict({ classification: 'device_failure', kind: 'stuck' }), known({})) ?? [];
    const times = { start: at(0), end: at(2) };
    const body = { network: 'north', station: 'a', variable: 'temp_out', kind: 'stuck', ...times, reason: 'a fire' };
    assert.deepEqual([request?.method, request?.path, request?.body], ['POST', '/api/v1/faults', body]);
  });

  it('of no fault is said of the faults and anomalies in it alone', () => {
    const requests = verdictRequests(
      verdict(),
      known({
        faults: [fault('in', 0, 2), fault('before', -3, -1), fault('other', 0, 1, { variable: 'bar' })],
        anomalies: [anomaly('a1', 1), anomaly('a2', 3), anomaly('a3', 1, 'bar')],
      }),
    );
    assert.deepEqual(bodies(requests), [
      ['faults in', { classification: 'normal', reason: 'a fire' }],
      ['anomalies a1', { classification: 'normal', reason: 'a fire' }],
    ]);
  });

  it('leaves of a fault what lies beyond it on one side, by the reports beside it', () => {
    const faults = [fault('early', -2, 1), fault('late', 2, 4), fault('open', 1, null, { certainty: 'suspected' })];
    assert.deepEqual(bodies(verdictRequests(verdict(), known({ faults }))), [
      ['faults early', { classification: 'device_failure', start: at(-2), end: at(-1), reason: 'a fire' }],
      ['faults late', { classification: 'device_failure', start: at(3), end: at(4), reason: 'a fire' }],
      ['faults open', { classification: 'suspected', start: at(3), end: null, reason: 'a fire' }],
    ]);
  });

  it('ends an open fault where the stretch reaches the newest report, and makes no hole in one', () => {
    const open = [fault('open', -2, null)];
    const toNewest = verdict({ to: NOON + 6 * HOUR });
    assert.deepEqual(bodies(verdictRequests(toNewest, known({ faults: open }))), [
      ['faults open', { classification: 'device_failure', start: at(-2), end: at(-1), reason: 'a fire' }],
    ]);
    assert.equal(verdictRequests(toNewest, known({ faults: open, isNewest: false })), null);
    assert.equal(verdictRequests(verdict(), known({ faults: open })), null);
    assert.equal(verdictRequests(verdict(), known({ faults: [fault('long', -2, 4)] })), null);
  });

  it('is taken back, the last request first, and what others had said before is said again', async () => {
    const override = { classification: 'suspected', reason: 'maybe', by: 'bob', at: at(0) } as const;
    const requests = verdictRequests(
      verdict(),
      known({ faults: [fault('in', 0, 1, { override })], anomalies: [anomaly('a1', 1)] }),
    );
    const entered = verdictRequests(verdict({ classification: 'device_failure' }), known({}));
    const sent: unknown[] = [];
    const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      sent.push([method, path, body]);
      return { fault_id: 'f1' } as T;
    };
    const given = new GivenVerdict({ send });
    await given.give([...(requests ?? []), ...(entered ?? [])]);
    sent.length = 0;
    await given.undo();
    await given.undo();
    assert.deepEqual(sent, [
      ['DELETE', '/api/v1/faults/f1/override', undefined],
      ['DELETE', '/api/v1/anomalies/a1/override', undefined],
      ['PUT', '/api/v1/faults/in/override', { classification: 'suspected', start: at(0), end: at(1), reason: 'maybe' }],
    ]);
  });
});
