import type { Severity } from '../../../../schemas/alert.ts';
import { ALERT_STATES, SEVERITIES } from '../../../../schemas/alert.ts';
import type { Area } from '../../../../schemas/http/alerts/place-fields.ts';
import type { AlertRuleAnswer } from '../../../../schemas/http/answers/alert-rule-answer.ts';

export type { AlertAnswer as Alert, WholeAlert } from '../../../../schemas/http/answers/alert-answer.ts';
export type {
  AlertRuleAnswer as Rule,
  SilenceAnswer as Silence,
} from '../../../../schemas/http/answers/alert-rule-answer.ts';
export type { Area };
export { ALERT_STATES, SEVERITIES, type Severity };

/** A way by which somebody is told, as a rule is sent: a secret is told once, and never answered. */
export type Channel =
  | { readonly type: 'webhook'; readonly url: string; readonly secret?: string; readonly signed?: boolean }
  | { readonly type: 'email'; readonly to: readonly string[] }
  | { readonly type: 'feed' };

/** What is sent of a rule. */
export type RuleBody = Omit<
  AlertRuleAnswer,
  'id' | 'box' | 'area' | 'channels' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by'
> & { readonly area: Area | null; readonly channels: readonly Channel[] };
