import type { AlertClass, Severity } from '../../../schemas/alert.ts';
import type { RuleBody } from '../../../schemas/http/alerts/rule-body.ts';
import type { Place } from './place.ts';

/** A way by which somebody is told. */
export type Channel =
  | {
      readonly type: 'webhook';
      readonly url: string;
      /** `whsec_` and base64, as Standard Webhooks has it; null: not signed. */
      readonly secret: string | null;
    }
  | { readonly type: 'email'; readonly to: readonly string[] }
  | { readonly type: 'feed' };

/** Which faults, episodes and conditions raise an alert, and who is told. */
export interface RuleDefinition extends Place {
  readonly name: string;
  readonly enabled: boolean;
  readonly classes: readonly AlertClass[];
  /** How long what it is of has to have lasted; null for any time. */
  readonly minDurationMinutes: number | null;
  readonly severity: Severity;
  readonly channels: readonly Channel[];
}

/** A rule as it is kept. Times in ms since the epoch. */
export interface AlertRule extends RuleDefinition {
  readonly id: string;
  /** It looks at verdicts that were given from here on: a new rule does not raise alerts of what was. */
  readonly since: number;
  readonly created: number;
  readonly createdBy: string;
  readonly updated: number;
  readonly updatedBy: string;
  readonly deleted: boolean;
}

/**
 * The rule of a request. A webhook without a secret keeps the one that `before` has for its URL.
 *
 * @param before the rule that it replaces; null for a new one
 */
export function ruleOfBody(body: RuleBody, before: RuleDefinition | null): RuleDefinition {
  return {
    name: body.name,
    enabled: body.enabled,
    classes: body.classes,
    variables: body.variables ?? null,
    networks: body.networks ?? null,
    stations: body.stations ?? null,
    box: body.box ?? null,
    area: body.area ?? null,
    minDurationMinutes: body.min_duration_minutes ?? null,
    severity: body.severity,
    channels: body.channels.map((channel): Channel => {
      if (channel.type !== 'webhook') return channel;
      const { type, url, secret } = channel;
      return { type, url, secret: secret === undefined ? secretFor(before, url) : secret };
    }),
  };
}

/** Secret of a rule's webhook; null where it has none of this URL, or one without a secret. */
export function secretFor(rule: RuleDefinition | null, url: string): string | null {
  for (const channel of rule?.channels ?? []) {
    if (channel.type === 'webhook' && channel.url === url) return channel.secret;
  }
  return null;
}

/** One who is told by a rule: a webhook, each address of an e-mail, the feed. */
export interface Target {
  readonly channel: Channel['type'];
  /** URL or address; '' for the feed. */
  readonly target: string;
}

/** Everybody who is told by a rule, each once. */
export function targetsOf({ channels }: Pick<RuleDefinition, 'channels'>): Target[] {
  const targets = channels.flatMap((channel): Target[] => {
    if (channel.type === 'webhook') return [{ channel: 'webhook', target: channel.url }];
    if (channel.type === 'email') return channel.to.map((target) => ({ channel: 'email', target }));
    return [{ channel: 'feed', target: '' }];
  });
  return [...new Map(targets.map((one) => [`${one.channel} ${one.target}`, one])).values()];
}
