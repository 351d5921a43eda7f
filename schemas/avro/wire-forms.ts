import type { Anomaly, Candidate, Progress } from '../anomaly.ts';
import type { Baseline } from '../baseline.ts';
import type { DeadLetter } from '../dead-letter.ts';
import type { ExpertRule } from '../expert-rule.ts';
import type { Fault, FaultVersion, SensorCondition } from '../fault.ts';
import { FLAG, type Judgement, type NotJudgedReason, type VariableJudgement } from '../judgement.ts';
import type { Observation, OriginalValue } from '../observation.ts';
import type { Station } from '../station.ts';
import type { TopicName, TopicRecords } from '../topics.ts';
import { byVariable, isDocumented, type Variable } from '../variables.ts';
import type { ToldWeatherEvent } from '../weather-event.ts';

/** How a topic's records and what Avro reads and writes turn into each other. Reading gives plain objects. */
interface WireForm<T> {
  readonly toWire: (record: T) => unknown;
  readonly fromWire: (wire: unknown) => T;
}

/** `W` is what Avro gives back for the topic's schema: it has been checked against that schema already. */
function wireForm<T, W>(toWire: (record: T) => unknown, fromWire: (wire: W) => T): WireForm<T> {
  return { toWire, fromWire: (wire) => fromWire(wire as W) };
}

type WireJudgement = Omit<Judgement, 'variables'> & {
  readonly variables: Record<Variable, Omit<VariableJudgement, 'reason'> & { readonly reason: NotJudgedReason | null }>;
};
type WireOriginal = Pick<OriginalValue, 'value' | 'unit'> & {
  readonly kind: string | null;
  readonly interval: number | null;
};
type WireObservation = Omit<Observation, 'original'> & { readonly original: Record<string, WireOriginal> };
/** Avro names the branch of a union of records. */
interface WireTemporal {
  readonly record:
    | { readonly 'halcyon.Candidate': Omit<Candidate, 'kind'> }
    | { readonly 'halcyon.Progress': Omit<Progress, 'kind'> };
}
type WireRule = Omit<ExpertRule, 'fault'> & { readonly fault: string | null };
type WireAnomaly = Omit<Anomaly, 'evidence'> & { readonly evidence: string };
type WireFaultVersion = Omit<FaultVersion, 'kind'>;
interface WireFaultRecord {
  readonly record:
    | { readonly 'halcyon.FaultVersion': WireFaultVersion }
    | { readonly 'halcyon.SensorCondition': Omit<SensorCondition, 'kind'> };
}
type WireDeadLetter = Omit<DeadLetter, 'body'> & { readonly body: Buffer };

/** The wire form of each topic. */
export const WIRE_FORMS: { readonly [K in TopicName]: WireForm<TopicRecords[K]> } = {
  stations: wireForm(
    (station) => station,
    (wire: Station) => ({ ...wire }),
  ),
  observations: wireForm(
    (observation) => observation,
    (wire: WireObservation) => ({
      ...wire,
      values: { ...wire.values },
      extras: { ...wire.extras },
      original: originalsOf(wire.original),
    }),
  ),
  judgements: wireForm(
    (judgement) => ({ ...judgement, variables: byVariable((variable) => judged(judgement.variables[variable])) }),
    (wire: WireJudgement) => ({
      ...wire,
      variables: byVariable((variable) => ({
        ...wire.variables[variable],
        reason: reasonOf(variable, wire.variables[variable]),
      })),
    }),
  ),
  'temporal-anomalies': wireForm(
    (record) => ({ record: { [record.kind === 'candidate' ? 'halcyon.Candidate' : 'halcyon.Progress']: record } }),
    ({ record }: WireTemporal) =>
      'halcyon.Candidate' in record
        ? { kind: 'candidate', ...record['halcyon.Candidate'] }
        : { kind: 'progress', ...record['halcyon.Progress'] },
  ),
  anomalies: wireForm(
    (anomaly) => ({ ...anomaly, evidence: JSON.stringify(anomaly.evidence) }),
    (wire: WireAnomaly) => ({
      ...wire,
      spatial: { ...wire.spatial },
      evidence: JSON.parse(wire.evidence) as Anomaly['evidence'],
    }),
  ),
  faults: wireForm(
    (record) => ({
      record: { [record.kind === 'fault' ? 'halcyon.FaultVersion' : 'halcyon.SensorCondition']: record },
    }),
    ({ record }: WireFaultRecord) =>
      'halcyon.FaultVersion' in record
        ? faultVersionOf(record['halcyon.FaultVersion'])
        : { kind: 'condition', ...record['halcyon.SensorCondition'] },
  ),
  'weather-events': wireForm(
    (event) => event,
    (wire: ToldWeatherEvent): ToldWeatherEvent => ({
      ...wire,
      stations: wire.stations.map((passage) => ({ ...passage, changes: { ...passage.changes } })),
      changes: { ...wire.changes },
      motion: wire.motion === null ? null : { ...wire.motion },
    }),
  ),
  baselines: wireForm(
    (baseline) => baseline,
    (wire: Baseline) => ({
      ...wire,
      stepSpread: { ...wire.stepSpread },
      ownDay: { ...wire.ownDay },
      ownLevels: { ...wire.ownLevels },
      resolution: { ...wire.resolution },
    }),
  ),
  rules: wireForm(
    (rule) => ({ ...rule, fault: rule.fault === null ? null : JSON.stringify(rule.fault) }),
    (wire: WireRule): ExpertRule => ({
      ...wire,
      fault: wire.fault === null ? null : (JSON.parse(wire.fault) as Fault),
      variables: [...wire.variables],
      limits: wire.limits === null ? null : { ...wire.limits },
    }),
  ),
  'dead-letters': wireForm(
    (letter) => ({ ...letter, body: Buffer.from(letter.body, 'base64') }),
    (wire: WireDeadLetter) => ({ ...wire, body: wire.body.toString('base64') }),
  ),
};

/** An enum of Avro has no empty symbol: judged is null there. */
function judged(judgement: VariableJudgement): WireJudgement['variables'][Variable] {
  return { ...judgement, reason: judgement.reason === '' ? null : judgement.reason };
}

/** An element beyond the five that a record says nothing of is missing, see `withElements`. */
function reasonOf(variable: Variable, { flag, reason }: WireJudgement['variables'][Variable]): NotJudgedReason {
  return reason ?? (flag === FLAG.missing && !isDocumented(variable) ? 'missing' : '');
}

function faultVersionOf({ network, station, fault, values }: WireFaultVersion): FaultVersion {
  return { kind: 'fault', network, station, fault: { ...fault }, values: values.map((value) => ({ ...value })) };
}

function originalsOf(wire: Readonly<Record<string, WireOriginal>>): Record<string, OriginalValue> {
  const originals: Record<string, OriginalValue> = {};
  for (const [name, { value, unit, kind, interval }] of Object.entries(wire)) {
    originals[name] = {
      value,
      unit,
      ...(kind !== null && { kind }),
      ...(interval !== null && { interval }),
    };
  }
  return originals;
}
