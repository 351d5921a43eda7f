import type { Classification } from '../../../../schemas/anomaly.ts';
import type { Variable } from '../../../../schemas/variables.ts';

/** The severities, the gravest first. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The states of an alert, in the order of its life. */
export const ALERT_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** An alert, as far as it is shown. */
export interface Alert {
  readonly id: string;
  readonly rule: { readonly id: string; readonly name: string };
  readonly severity: Severity;
  readonly state: AlertState;
  readonly opened_at: string;
  readonly acknowledged_by: string | null;
  readonly resolved_by: string | null;
  readonly network: string;
  readonly stations: readonly string[];
  readonly variables: readonly Variable[];
  readonly classification: Classification;
  readonly anomaly_ids: readonly string[];
  readonly first_time: string;
  readonly last_time: string;
  readonly summary: string;
  readonly silenced: string | null;
}

/** One alert alone. */
export interface WholeAlert extends Alert {
  readonly comments: readonly { readonly at: string; readonly by: string; readonly text: string }[];
  readonly deliveries: readonly {
    readonly id: string;
    readonly event: string;
    readonly channel: string;
    readonly target: string;
    readonly state: string;
    readonly attempts: number;
    readonly error: string | null;
  }[];
}

/** A way by which somebody is told. */
export type Channel =
  | { readonly type: 'webhook'; readonly url: string; readonly secret?: string; readonly signed?: boolean }
  | { readonly type: 'email'; readonly to: readonly string[] }
  | { readonly type: 'feed' };

/** What a rule says; what narrows it is null where it does not. */
export interface RuleBody {
  readonly name: string;
  readonly enabled: boolean;
  readonly classes: readonly Classification[];
  readonly variables: readonly Variable[] | null;
  readonly networks: readonly string[] | null;
  readonly stations: readonly string[] | null;
  readonly min_duration_minutes: number | null;
  readonly severity: Severity;
  readonly channels: readonly Channel[];
}

export type Rule = RuleBody & { readonly id: string; readonly updated_by: string };

/** A time in which nobody is told. */
export interface Silence {
  readonly id: string;
  readonly network: string | null;
  readonly stations: readonly string[] | null;
  readonly variables: readonly Variable[] | null;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly by: string;
  readonly ended_by: string | null;
}
