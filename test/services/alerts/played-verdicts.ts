import { randomUUID } from 'node:crypto';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Fault, FaultValue, FaultVersion } from '../../../schemas/fault.ts';
import { slotOf } from '../../../schemas/time.ts';
import type { Alert, addAlert } from '../../../services/alerts/records/alert-records.ts';
import type { Silence } from '../../../services/alerts/records/silence-records.ts';
import type { RuleDefinition } from '../../../services/alerts/rules/alert-rule.ts';
import type { AnomalyQuery, TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { someFault } from '../answers/some-fault.ts';
import { NOON, someAnomaly, someStation } from '../api/some-records.ts';

const MINUTE = 60_000;

type Played =
  | 'anomalies'
  | 'fault'
  | 'faultsOver'
  | 'faultValues'
  | 'faultsJudged'
  | 'station'
  | 'allStations'
  | 'extent'
  | 'networks';

/** A store in memory whose verdicts and faults a test gives; of each the version that was given last counts. */
export class PlayedVerdicts implements Pick<TimeSeriesStore, Played> {
  readonly #verdicts = new Map<string, Anomaly>();
  readonly #faults = new Map<string, FaultVersion>();
  /** Time of the newest observation of every network, ms since the epoch. */
  newest = NOON;
  /** Ids of the stations of every network. */
  registered: readonly string[] = [];
  /** Queries that were asked. */
  asked = 0;

  /** This store to whoever reads it, with some of its answers given otherwise. */
  answering(otherwise: Partial<Pick<TimeSeriesStore, Played>>): Pick<TimeSeriesStore, Played> {
    return {
      anomalies: (query) => this.anomalies(query),
      fault: (id) => this.fault(id),
      faultsOver: (...given) => this.faultsOver(...given),
      faultValues: (...given) => this.faultValues(...given),
      faultsJudged: (since) => this.faultsJudged(since),
      station: (...given) => this.station(...given),
      allStations: (network) => this.allStations(network),
      extent: () => this.extent(),
      networks: () => this.networks(),
      ...otherwise,
    };
  }

  give(...anomalies: readonly Anomaly[]): void {
    for (const anomaly of anomalies) this.#verdicts.set(anomaly.id, anomaly);
  }

  async anomalies({ network, station, from = 0, to = Number.POSITIVE_INFINITY }: AnomalyQuery) {
    this.asked += 1;
    const items = [...this.#verdicts.values()].filter(
      (one) =>
        one.state !== 'withdrawn' &&
        (network === undefined || one.network === network) &&
        (station === undefined || [station].flat().includes(one.station)) &&
        one.time >= from &&
        one.time <= to,
    );
    return { items: items.sort((a, b) => b.time - a.time), next: null };
  }

  async verdictMarks(network: string, from: number, to: number) {
    return (await this.anomalies({ network, from, to, limit: 0, revisions: false })).items;
  }

  /** Stores a version of a fault, with the values under it. */
  giveFault(version: FaultVersion): void {
    this.#faults.set(version.fault.id, version);
  }

  async fault(id: string) {
    return this.#faults.get(id)?.fault ?? null;
  }

  async faultsOver(network: string, from: number, to: number, station?: string) {
    return [...this.#faults.values()]
      .map(({ fault }) => fault)
      .filter((one) => one.network === network && (station === undefined || one.station === station))
      .filter(({ start, end, state }) => state !== 'withdrawn' && start <= to && (end === null || end >= from));
  }

  async faultValues(network: string, from: number, to: number, station?: string) {
    const ofStation = [...this.#faults.values()].filter((one) => one.network === network && one.station === station);
    return ofStation
      .flatMap(({ fault, values }) =>
        values.map((value) => ({ ...value, station: fault.station, variable: fault.variable, faultId: fault.id })),
      )
      .filter(({ time }) => time >= from && time <= to)
      .sort((a, b) => a.time - b.time);
  }

  async faultsJudged(since: number) {
    return [...this.#faults.values()].map(({ fault }) => fault).filter(({ judged }) => judged >= since);
  }

  async station(network: string, id: string) {
    return someStation({ network, id, latitude: 51, longitude: 4 });
  }

  async allStations(network?: string | readonly string[]) {
    return this.registered.map((id) => someStation({ network: String(network), id }));
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

/**
 * A version of a fault of an anemometer that began at noon, 48.8 km/h off: of a report every ten minutes up to some minutes
 * after noon, unless a test says otherwise.
 */
export function faultUntil(minutes: number, fields: Partial<Fault> = {}): FaultVersion {
  const last = NOON + minutes * MINUTE;
  const fault = someFault({
    id: 'f'.repeat(32),
    station: 'a',
    stationName: 'Alpha',
    variable: 'wind_speed',
    start: NOON,
    named: NOON,
    known: NOON,
    offset: 48.8,
    uncertainty: 2.1,
    values: minutes / 10 + 1,
    reason: 'reads 48.8 km/h above its 12 neighbours since 12:00',
    anomalyIds: [],
    version: `until ${minutes}`,
    judged: last,
    ...fields,
  });
  const values: FaultValue[] = [];
  for (let time = NOON; time <= last; time += 10 * MINUTE) {
    values.push({ slot: slotOf(time), time, flag: 4, estimate: 8, uncertainty: 2.1 });
  }
  return { kind: 'fault', network: fault.network, station: fault.station, fault, values };
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
    area: null,
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
    kinds: null,
    box: null,
    area: null,
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
    stations: ['a'],
    severity: 'warning',
    classification: 'device_failure',
    variables: ['temp_out'],
    episode: 'e1',
    fault: null,
    first: NOON,
    last: NOON,
    summary: 'Alpha: device failure, temp_out +15.0 degC at one report',
    opened: NOON,
    silenced: null,
    ...fields,
  };
}
