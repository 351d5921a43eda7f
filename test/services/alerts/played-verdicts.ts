import { randomUUID } from 'node:crypto';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { slotOf } from '../../../schemas/time.ts';
import type { RuleDefinition } from '../../../services/alerts/alert-rule.ts';
import type { Alert, addAlert } from '../../../services/alerts/records/alert-records.ts';
import type { Silence } from '../../../services/alerts/records/silence-records.ts';
import type { AnomalyQuery, TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { NOON, someAnomaly, someStation } from '../http/fake-parts.ts';

const MINUTE = 60_000;

/** A store in memory whose verdicts a test gives; of each anomaly the version that was given last counts. */
export class PlayedVerdicts implements Pick<TimeSeriesStore, 'anomalies' | 'station' | 'extent' | 'networks'> {
  readonly #verdicts = new Map<string, Anomaly>();
  /** Time of the newest observation of every network, ms since the epoch. */
  newest = NOON;
  /** Queries that were asked. */
  asked = 0;

  give(...anomalies: readonly Anomaly[]): void {
    for (const anomaly of anomalies) this.#verdicts.set(anomaly.id, anomaly);
  }

  async anomalies({ network, station, from = 0, to = Number.POSITIVE_INFINITY }: AnomalyQuery) {
    this.asked += 1;
    const items = [...this.#verdicts.values()].filter(
      (one) =>
        one.state !== 'withdrawn' &&
        (network === undefined || one.network === network) &&
        (station === undefined || one.station === station) &&
        one.time >= from &&
        one.time <= to,
    );
    return { items: items.sort((a, b) => b.time - a.time), next: null };
  }

  async station(network: string, id: string) {
    return someStation({ network, id, latitude: 51, longitude: 4 });
  }

  async extent() {
    return { first: 0, last: this.newest };
  }

  async networks() {
    return [...new Set([...this.#verdicts.values()].map(({ network }) => network))];
  }
}

/** A settled verdict some minutes after noon: the temperature 15 degC too high, unless a test says otherwise. */
export function verdict(minutes: number, fields: Partial<Anomaly> = {}): Anomaly {
  const time = NOON + minutes * MINUTE;
  const { network = 'north', station = 'a', variable = 'temp_out' } = fields;
  return someAnomaly({
    id: `${network}/${station}/${variable}@${minutes}`,
    variable,
    time,
    slot: slotOf(time),
    actual: 25,
    expected: 10,
    deviation: 15,
    judged: time,
    evidence: {},
    ...fields,
  });
}

/** A rule for device failures, told to nobody but the feed, unless a test says otherwise. */
export function someRule(fields: Partial<RuleDefinition> = {}): RuleDefinition {
  return {
    name: 'Failures',
    enabled: true,
    classes: ['device_failure'],
    networks: null,
    stations: null,
    variables: null,
    box: null,
    minDurationMinutes: null,
    severity: 'warning',
    channels: [{ type: 'feed' }],
    ...fields,
  };
}

/** A silence of a network from an hour before to an hour after noon, unless a test says otherwise. */
export function someSilence(fields: Partial<Silence> = {}): Silence {
  return {
    id: randomUUID(),
    networks: ['north'],
    stations: null,
    variables: null,
    box: null,
    from: NOON - 60 * MINUTE,
    to: NOON + 60 * MINUTE,
    reason: 'calibration',
    by: 'ann',
    created: NOON,
    endedBy: null,
    ...fields,
  };
}

/** An alert of a rule that opened at noon, unless a test says otherwise. */
export function someAlert(rule: string, fields: Partial<Alert> = {}): Parameters<typeof addAlert>[1] {
  return {
    id: randomUUID(),
    rule: { id: rule, name: '' },
    network: 'north',
    station: 'a',
    severity: 'warning',
    classification: 'device_failure',
    variables: ['temp_out'],
    episode: 'e1',
    first: NOON,
    last: NOON,
    summary: 'Alpha: device failure, temp_out +15.0 degC at one report',
    opened: NOON,
    silenced: null,
    ...fields,
  };
}
