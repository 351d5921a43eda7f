import type { AlertClass } from '../../../../schemas/alert.ts';
import type { Variable } from '../../../../schemas/variables.ts';
import type { Values } from '../dom/form-values.ts';
import type { Area, Channel, Rule, RuleBody, Severity } from './alert-answers.ts';

/** The words of a list that was written with commas or spaces; null where it is empty. */
export function listOf(text: string | undefined): string[] | null {
  const words = (text ?? '').split(/[\s,]+/).filter(Boolean);
  return words.length === 0 ? null : words;
}

/**
 * What the form of a rule says.
 *
 * @param area that is drawn; null for none
 * @param before the rule that is changed; null for a new one. What the form does not show of it stays.
 */
export function ruleOf(values: Values, area: Area | null, before: Rule | null): RuleBody {
  const channels: Channel[] = [];
  const url = values['url'] ?? '';
  const secret = values['secret'] ?? '';
  if (url !== '') channels.push({ type: 'webhook', url, ...(secret !== '' && { secret }) });
  const to = listOf(values['email']);
  if (to !== null) channels.push({ type: 'email', to });
  if (values['feed'] === 'on') channels.push({ type: 'feed' });
  // The form has one webhook: others of the rule are kept.
  const others = (before?.channels ?? []).filter(({ type }) => type === 'webhook').slice(1);
  const minutes = values['min_duration_minutes'] ?? '';
  return {
    ...before,
    name: values['name'] ?? '',
    enabled: values['enabled'] === 'on',
    classes: (listOf(values['classes']) ?? []) as AlertClass[],
    variables: listOf(values['variables']) as Variable[] | null,
    networks: listOf(values['networks']),
    stations: listOf(values['stations']),
    area,
    min_duration_minutes: minutes === '' ? null : Number(minutes),
    severity: (values['severity'] ?? 'warning') as Severity,
    channels: [...channels, ...others],
  };
}

/** What the form of a rule shows at first. */
export function ruleValues(rule: Rule | null): Values {
  const webhook = rule?.channels.find((channel) => channel.type === 'webhook');
  const email = rule?.channels.find((channel) => channel.type === 'email');
  return {
    name: rule?.name ?? '',
    enabled: (rule?.enabled ?? true) ? 'on' : '',
    classes: (rule?.classes ?? ['device_failure']).join(','),
    variables: (rule?.variables ?? []).join(','),
    networks: (rule?.networks ?? []).join(','),
    stations: (rule?.stations ?? []).join(', '),
    min_duration_minutes: rule?.min_duration_minutes?.toString() ?? '',
    severity: rule?.severity ?? 'warning',
    url: webhook?.url ?? '',
    email: (email?.to ?? []).join(', '),
    feed: rule === null || rule.channels.some(({ type }) => type === 'feed') ? 'on' : '',
  };
}
