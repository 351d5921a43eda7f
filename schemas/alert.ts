import { CLASSIFICATIONS } from './anomaly.ts';

/**
 * How stations or their feed may be over a time without an anomaly. `silent`: a station, or a sensor of one that reports, sends
 * nothing. `outage`: many stations at once say nothing, or again what they said. `poor_health`: the health card of a station
 * is critical.
 */
export const CONDITIONS = ['silent', 'outage', 'poor_health'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** What an alert may be of: the class of a fault or an episode, or a condition. */
export const ALERT_CLASSES = [...CLASSIFICATIONS, ...CONDITIONS] as const;
export type AlertClass = (typeof ALERT_CLASSES)[number];

/** True for what lasts without an anomaly. */
export function isCondition(name: AlertClass): name is Condition {
  return CONDITIONS.some((condition) => condition === name);
}

/** How urgent an alert is, from the least. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Life cycle of an alert: `open` until somebody says that they look after it, `resolved` for good. */
export const ALERT_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** What deliveries tell of. */
export const ALERT_EVENTS = ['alert.opened', 'alert.acknowledged', 'alert.resolved', 'alert.test'] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];

/** Ways by which somebody is told. */
export const CHANNEL_TYPES = ['webhook', 'email', 'feed'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** `failed`: it was given up, and `error` says why. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
