import type { AlertRule, Target } from '../rules/alert-rule.ts';
import type { Alert, AlertAnomaly, addAlert, OccasionFields } from './alert-records.ts';
import type { AlertComment } from './comment-records.ts';
import type { Told } from './delivery-records.ts';
import type { Silence } from './silence-records.ts';

/** An alert as it opens. */
export type NewAlert = Parameters<typeof addAlert>[1];

/** A condition of a network by its name, as `silent/a`, whose alert reaches up to a time [ms since the epoch]. */
export interface NamedCondition {
  readonly network: string;
  readonly name: string;
  readonly from: number;
}

/**
 * Where alerts are written, with what is to be told of them: the catalogue, or the memory of a preview. What is decided of alerts
 * is decided over this, so that a preview decides as the running system does. null where there is none.
 */
export interface AlertBook {
  rule(id: string): Promise<AlertRule | null>;
  /** Silences that have not ended before a time [ms since the epoch]. */
  silencesFrom(time: number): Promise<readonly Silence[]>;
  alert(id: string): Promise<Alert | null>;
  /** The same; others may not change it before this is through. */
  hold(id: string): Promise<Alert | null>;
  alertOfFault(rule: string, fault: string): Promise<Alert | null>;
  /** The first to open of those that have one of some anomalies. */
  alertWithAnomaly(rule: string, anomalies: readonly string[]): Promise<Alert | null>;
  /** The newest of those of a condition. */
  alertOfCondition(rule: string, condition: NamedCondition): Promise<Alert | null>;
  add(alert: NewAlert): Promise<void>;
  addAnomalies(alert: Pick<Alert, 'id' | 'rule'>, anomalies: readonly AlertAnomaly[]): Promise<void>;
  describe(id: string, fields: OccasionFields): Promise<void>;
  setState(id: string, state: 'acknowledged' | 'resolved', by: string, at: number): Promise<void>;
  reopen(id: string, at: number): Promise<void>;
  comment(id: string, comment: AlertComment): Promise<void>;
  deliver(told: Told, targets: readonly Target[]): Promise<unknown>;
}
