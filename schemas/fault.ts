import { createHash } from 'node:crypto';
import type { Anomaly, Classification } from './anomaly.ts';
import type { Variable } from './variables.ts';

/** Faults of hours: `spike` is one report, `level` a jump that stays, `stuck` a value that does not change, `inconsistent` one
 * that other values of its reports contradict. */
const FAULTS_OF_HOURS = ['spike', 'level', 'stuck', 'noise', 'impossible', 'inconsistent'] as const;
/** Faults of days: `bias` is an offset that stays, `drift` one that grows, `gain` a share that is read of what is
 * there, `clock` a station whose reports come with another time than they are of, `unit` values in another unit than the
 * documented one, `swapped` a station whose records come under the name of another, `radiation` a thermometer that the sun
 * heats, `ceiling` humidity that stops below saturation, `resent` a station that sends an old record again with new times. */
export const FAULTS_OF_DAYS = [
  'drift',
  'bias',
  'gain',
  'clock',
  'unit',
  'swapped',
  'radiation',
  'ceiling',
  'resent',
] as const;
/** What is wrong with a sensor. */
export const FAULT_KINDS = [...FAULTS_OF_HOURS, ...FAULTS_OF_DAYS] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A kind of fault that takes days to show. */
export type FaultOfDays = (typeof FAULTS_OF_DAYS)[number];

/** Kinds that are of all that a station sends: each of its sensors has such a fault, with the same start. */
const OF_STATIONS: readonly FaultKind[] = ['clock', 'swapped', 'resent'];

/** Whether a kind is of a station as a whole. */
export function isOfStation(kind: FaultKind): boolean {
  return OF_STATIONS.includes(kind);
}

/** Kinds that are told by what was usual between a sensor and its neighbours before. */
const AGAINST_USUAL: readonly FaultKind[] = ['level', 'spike', 'bias', 'drift', 'gain'];

/**
 * Whether a kind is none where what was usual before does not count any more. All others show in what the sensor reads, or sends,
 * since: they would be found again at once.
 */
export function isAgainstUsual(kind: FaultKind): boolean {
  return AGAINST_USUAL.includes(kind);
}

/** Whether a kind shows in single reports, so that no neighbour and no later report says anything else. */
export function showsAtOnce(kind: FaultKind): boolean {
  return kind === 'impossible' || kind === 'inconsistent';
}

export function isFaultOfDays(kind: FaultKind): kind is FaultOfDays {
  return FAULTS_OF_DAYS.some((one) => one === kind);
}

/** Kinds that are looked for: nobody but the neighbours tells a sensor that jumps or stands still from weather. */
export function faultKinds(spatialVerify: boolean): readonly FaultKind[] {
  return spatialVerify ? FAULT_KINDS : ['impossible', 'inconsistent'];
}

/** As those of verdicts; `withdrawn`: what was named no longer is. */
export const FAULT_STATES = ['provisional', 'settled', 'withdrawn'] as const;
export type FaultState = (typeof FAULT_STATES)[number];

export const FAULT_CERTAINTIES = ['failure', 'suspected'] as const;
export type FaultCertainty = (typeof FAULT_CERTAINTIES)[number];

/** The class of anomalies that a fault is heard of by. */
export const CLASS_OF_CERTAINTY: Readonly<Record<FaultCertainty, Classification>> = {
  failure: 'device_failure',
  suspected: 'suspected',
};

/** The condition of a sensor from its onset to its return. */
export interface Fault {
  /** Derived from network, station, variable, the report by which it was named and the configuration of the judgement. */
  readonly id: string;
  readonly network: string;
  readonly station: string;
  readonly stationName: string;
  readonly variable: Variable;
  readonly kind: FaultKind;
  /** First and last wrong report, ms since the epoch; `end` null while it holds. */
  readonly start: number;
  readonly end: number | null;
  /** Report that was named first: the id rests on it. */
  readonly named: number;
  /** Report by which it was first known, and the one by which its end was; null while that is not. */
  readonly known: number;
  readonly recovered: number | null;
  /** How far the sensor is off against its neighbours, and one sigma of that, unit of the variable; null where nobody tells. */
  readonly offset: number | null;
  readonly uncertainty: number | null;
  /** What the sensor reads of what it should, of a `gain`; else null. Then `uncertainty` is of this. */
  readonly ratio: number | null;
  /** How late the values come that a station reports, of a `clock`, or after they came first, of a `resent` [min]; else null. */
  readonly minutes: number | null;
  /** The unit in which the values come, of a `unit`; else null. */
  readonly unit: string | null;
  /** The station under whose name the values come, and whose values come under this one's, of a `swapped`; else null. */
  readonly swappedWith: string | null;
  /** The highest value that the sensor reads, of a `ceiling`; else null. */
  readonly ceiling: number | null;
  /** True where the sensor came to its neighbours by it, as by an adjustment: what it should read is not known then. */
  readonly adjusted: boolean;
  /** Since when no neighbour tells whether it still holds, ms since the epoch; null where one does. */
  readonly unknownSince: number | null;
  /** Reports under it. */
  readonly values: number;
  readonly state: FaultState;
  /** `suspected` where no neighbour tells whether it still holds, the sensor may have been adjusted, or one of days is not clear. */
  readonly certainty: FaultCertainty;
  /** In words, for the operator. */
  readonly reason: string;
  /** Neighbours that it is held against, nearest first. */
  readonly neighbors: readonly string[];
  /** Anomalies that belong to it, in the order of time. */
  readonly anomalyIds: readonly string[];
  /** Of the judgement. */
  readonly configuration: string;
  /** Digest of what is said above; equal facts give equal versions. */
  readonly version: string;
  /** When this version was given, ms since the epoch. Of two versions a settled one counts before others, then the later one. */
  readonly judged: number;
}

/** A report that was looked at under a fault: it lies under it where it lies in its time, from its start to its end. */
export interface FaultValue {
  readonly slot: number;
  /** Time of the report, ms since the epoch. */
  readonly time: number;
  /** QARTOD: 4 where it is wrong, 3 where that is doubtful, 1 where it was said to be and lies under the fault no more. */
  readonly flag: 1 | 3 | 4;
  /** What the neighbours imply of the value, and one sigma of that, unit of the variable; null where none tells. */
  readonly estimate: number | null;
  readonly uncertainty: number | null;
}

/** A version of a fault, with those of its values that it says something new of. */
export interface FaultVersion {
  readonly kind: 'fault';
  readonly network: string;
  readonly station: string;
  readonly fault: Fault;
  readonly values: readonly FaultValue[];
}

/** What a successor goes on with: the condition of a sensor when everything up to a slot is settled. */
export interface SensorCondition {
  readonly kind: 'condition';
  readonly network: string;
  readonly station: string;
  readonly variable: Variable;
  readonly slot: number;
  /** A JSON object as text, read by those who wrote it. */
  readonly content: string;
}

/** What is stored of the sensors of a network when everything up to a slot is settled. */
export interface StoredSensors {
  readonly conditions: readonly SensorCondition[];
  /** Faults that may yet change, with what was told of values since that slot. */
  readonly told: readonly FaultVersion[];
  /** Verdicts of later slots that may yet change, as they were last given. */
  readonly verdicts: readonly Anomaly[];
}

export type FaultRecord = FaultVersion | SensorCondition;

/**
 * Identifier of a fault: 32 hexadecimal digits.
 *
 * @param named time of the report that was named first, ms since the epoch
 * @param identity of the configuration of the judgement
 */
export function faultId(network: string, station: string, variable: Variable, named: number, identity: string): string {
  return createHash('sha256')
    .update(`fault\n${network}\n${station}\n${variable}\n${named}\n${identity}`)
    .digest('hex')
    .slice(0, 32);
}
