import type { Variable } from '../../../../schemas/variables.ts';
import type { AnomalyAnswer, JudgedFault } from '../api/answers.ts';
import type { Api } from '../api/api.ts';

/** What people say of a stretch of a variable of a station. */
export interface StretchVerdict {
  readonly network: string;
  readonly station: string;
  readonly variable: Variable;
  /** ms since the epoch, both included. */
  readonly from: number;
  readonly to: number;
  readonly classification: 'device_failure' | 'weather_event' | 'normal';
  /** Of a device failure. */
  readonly kind: string;
  readonly reason: string;
}

/** What is known of the stretch: its faults and anomalies, and the times of the station's reports, ascending [ms]. */
export interface KnownStretch {
  readonly faults: readonly JudgedFault[];
  readonly anomalies: readonly AnomalyAnswer[];
  readonly times: readonly number[];
  /** True where no report is newer than the last of these. */
  readonly isNewest: boolean;
}

/** A request that says it, and the one that takes it back. */
export interface VerdictRequest {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: object;
  /** null: an entered fault is taken back by its own id. */
  readonly back: { readonly method: 'PUT' | 'DELETE'; readonly body?: object } | null;
}

/**
 * The requests of a verdict on all values of a stretch: a fault that people know of; or no fault, of those that lie in the
 * stretch. One that reaches beyond it on one side keeps what is beyond; null where a fault reaches beyond on both sides, since
 * no fault has a hole.
 */
export function verdictRequests(verdict: StretchVerdict, known: KnownStretch): VerdictRequest[] | null {
  const { network, station, variable, from, to, classification, kind, reason } = verdict;
  if (classification === 'device_failure') {
    const times = { start: isoOf(from), end: isoOf(to) };
    const body = { network, station, variable, kind, ...times, reason };
    return [{ method: 'POST', path: '/api/v1/faults', body, back: null }];
  }
  const faults = known.faults.filter(
    (fault) =>
      fault.variable === variable &&
      Date.parse(fault.start) <= to &&
      (fault.end === null || Date.parse(fault.end) >= from),
  );
  const requests: VerdictRequest[] = [];
  for (const fault of faults) {
    const change = changeOf(fault, { from, to }, known);
    if (change === null) return null;
    const { override, start, end } = fault;
    requests.push({
      method: 'PUT',
      path: `/api/v1/faults/${fault.fault_id}/override`,
      body: { ...change, reason },
      back:
        override === undefined
          ? { method: 'DELETE' }
          : {
              method: 'PUT',
              body: { classification: override.classification, start, end, reason: override.reason },
            },
    });
  }
  const anomalies = known.anomalies.filter(
    (one) => one.variable === variable && Date.parse(one.timestamp) >= from && Date.parse(one.timestamp) <= to,
  );
  for (const { anomaly_id, override } of anomalies) {
    requests.push({
      method: 'PUT',
      path: `/api/v1/anomalies/${anomaly_id}/override`,
      body: { classification, reason },
      back:
        override === undefined
          ? { method: 'DELETE' }
          : { method: 'PUT', body: { classification: override.classification, reason: override.reason } },
    });
  }
  return requests;
}

/** What is left of a fault where a stretch of it is none; null where it would be in two parts. */
function changeOf(
  { start, end, certainty }: JudgedFault,
  { from, to }: { readonly from: number; readonly to: number },
  { times, isNewest }: KnownStretch,
): object | null {
  const [first, last] = [Date.parse(start), end === null ? Number.POSITIVE_INFINITY : Date.parse(end)];
  const before = times.findLast((time) => time < from && time >= first);
  const after = times.find((time) => time > to && time <= last);
  const isBefore = first < from;
  // An open fault goes on with every report that comes after the stretch.
  const isAfter = end === null ? after !== undefined || !isNewest : last > to;
  if (isBefore && isAfter) return null;
  const classification = certainty === 'failure' ? 'device_failure' : 'suspected';
  if (isBefore) return { classification, start, end: isoOf(before ?? first) };
  if (isAfter) return { classification, start: isoOf(after ?? (end === null ? to + 1 : last)), end };
  return { classification: 'normal' };
}

/** Verdicts that were given, and how they are taken back. */
export class GivenVerdict {
  readonly #api: Pick<Api, 'send'>;
  readonly #back: { readonly method: 'PUT' | 'DELETE'; readonly path: string; readonly body?: object }[] = [];

  constructor(api: Pick<Api, 'send'>) {
    this.#api = api;
  }

  /** Sends the requests in turn. @throws what the first throws that is refused; those before it were given */
  async give(requests: readonly VerdictRequest[]): Promise<void> {
    for (const { method, path, body, back } of requests) {
      const { fault_id: id } = await this.#api.send<{ fault_id?: string }>(method, path, body);
      if (back !== null) this.#back.push({ path, ...back });
      else this.#back.push({ method: 'DELETE', path: `/api/v1/faults/${id ?? ''}/override` });
    }
  }

  /** Takes them back, the last first; what others had said before is said again. */
  async undo(): Promise<void> {
    for (let last = this.#back.at(-1); last !== undefined; last = this.#back.at(-1)) {
      await this.#api.send(last.method, last.path, last.body);
      this.#back.pop();
    }
  }
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
