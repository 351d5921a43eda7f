import type { AlertRuleAnswer, SilenceAnswer } from '../../../schemas/http/answers/alert-rule-answer.ts';
import { isoOf } from '../../../schemas/time.ts';
import type { Caller } from '../../access/caller.ts';
import { networksOf } from '../../access/roles.ts';
import type { Silence } from '../records/silence-records.ts';
import type { AlertRule, Channel } from '../rules/alert-rule.ts';
import type { BoxList, Place } from '../rules/place.ts';

/**
 * A rule without its secrets.
 *
 * @param caller sees the whole addresses of webhooks where they may change them, or where access control is off (null)
 */
export function alertRuleAnswer(rule: AlertRule, caller: Caller | null): AlertRuleAnswer {
  const whole = caller === null || networksOf(caller.roles, ['curator']).includesAll(rule.networks);
  return {
    id: rule.id,
    name: rule.name,
    enabled: rule.enabled,
    classes: [...rule.classes],
    ...placeAnswer(rule),
    networks: listed(rule.networks),
    min_duration_minutes: rule.minDurationMinutes,
    severity: rule.severity,
    channels: rule.channels.map((channel) => channelAnswer(channel, whole)),
    created_at: isoOf(rule.created),
    created_by: rule.createdBy,
    updated_at: isoOf(rule.updated),
    updated_by: rule.updatedBy,
  };
}

/** A silence. */
export function silenceAnswer(silence: Silence): SilenceAnswer {
  return {
    id: silence.id,
    network: silence.networks?.[0] ?? null,
    ...placeAnswer(silence),
    kinds: listed(silence.kinds),
    from: isoOf(silence.from),
    to: isoOf(silence.to),
    reason: silence.reason,
    by: silence.by,
    created_at: isoOf(silence.created),
    ended_by: silence.endedBy,
  };
}

function placeAnswer({ variables, stations, box, area }: Place) {
  return {
    variables: listed(variables),
    stations: listed(stations),
    box: box === null ? null : boxAnswer(box),
    area,
  };
}

function boxAnswer([west, south, east, north]: BoxList): [number, number, number, number] {
  return [west, south, east, north];
}

function listed<T>(values: readonly T[] | null): T[] | null {
  return values === null ? null : [...values];
}

function channelAnswer(channel: Channel, whole: boolean): AlertRuleAnswer['channels'][number] {
  if (channel.type === 'feed') return { type: 'feed' };
  if (channel.type === 'email') return { type: 'email', to: [...channel.to] };
  const { type, url, secret } = channel;
  return { type, url: whole ? url : new URL(url).origin, signed: secret !== null };
}
