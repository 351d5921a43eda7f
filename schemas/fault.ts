import { createHash } from 'node:crypto';
import type { Variable } from './variables.ts';

/** What is wrong with a sensor: `spike` is one report, `level` a jump that stays, `stuck` a value that does not change. */
export const FAULT_KINDS = ['spike', 'level', 'stuck', 'noise', 'impossible'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const FAULT_STATES = ['provisional', 'settled'] as const;
export type FaultState = (typeof FAULT_STATES)[number];

export const FAULT_CERTAINTIES = ['failure', 'suspected'] as const;
export type FaultCertainty = (typeof FAULT_CERTAINTIES)[number];

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
  /** Report by which it was first named, and the one by which its end was known; null while that is not. */
  readonly known: number;
  readonly recovered: number | null;
  /** How far the sensor is off against its neighbours, and one sigma of that, unit of the variable; null where nobody tells. */
  readonly offset: number | null;
  readonly uncertainty: number | null;
  /** Since when no neighbour tells whether it still holds, ms since the epoch; null where one does. */
  readonly unknownSince: number | null;
  /** Reports under it. */
  readonly values: number;
  readonly state: FaultState;
  /** `suspected` where no neighbour tells whether it still holds. */
  readonly certainty: FaultCertainty;
  /** In words, for the operator. */
  readonly reason: string;
  /** Neighbours that it is held against, nearest first. */
  readonly neighbors: readonly string[];
  /** Anomalies that belong to it, in the order of time. */
  readonly anomalyIds: readonly string[];
}

/**
 * Identifier of a fault: 32 hexadecimal digits.
 *
 * @param known time of the report by which it was first named, ms since the epoch
 * @param identity of the configuration of the judgement
 */
export function faultId(network: string, station: string, variable: Variable, known: number, identity: string): string {
  return createHash('sha256')
    .update(`fault\n${network}\n${station}\n${variable}\n${known}\n${identity}`)
    .digest('hex')
    .slice(0, 32);
}
