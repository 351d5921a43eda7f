import { z } from 'zod';
import { ALERT_CLASSES, ALERT_EVENTS, ALERT_STATES, CHANNEL_TYPES, DELIVERY_STATES, SEVERITIES } from '../../alert.ts';
import { SHOWN_FAULT_ID, SHOWN_ID } from '../../reports/given-id.ts';
import { moment } from '../../reports/moment.ts';
import { reportedFaultShape } from '../../reports/reported-fault.ts';
import {
  SHOWN_ANOMALY,
  SHOWN_FAULT_COURSE,
  SHOWN_JUDGED,
  SHOWN_STATION,
  SHOWN_TIME,
} from '../../reports/shown-failure.ts';
import { VARIABLES } from '../../variables.ts';

/** Ids of anomalies that an alert names; a stuck sensor has a hundred in a day. */
export const NAMED_ALERT_ANOMALIES = 100;

/** What an alert says of the fault that it is of. */
export const alertFaultShape = reportedFaultShape
  .pick({
    kind: true,
    start: true,
    end: true,
    known: true,
    recovered: true,
    estimate: true,
    units: true,
    values: true,
    state: true,
    certainty: true,
    adjusted: true,
    unknown_since: true,
    reason: true,
  })
  .meta({ id: 'AlertFault' });

export type AlertFault = z.output<typeof alertFaultShape>;

/** An alert, as lists, deliveries and the feed show it. */
export const alertAnswerShape = z
  .object({
    id: z.string(),
    rule: z.object({ id: z.string(), name: z.string() }),
    severity: z.enum(SEVERITIES),
    state: z.enum(ALERT_STATES),
    opened_at: moment,
    acknowledged_at: moment.nullable(),
    acknowledged_by: z.string().nullable(),
    resolved_at: moment.nullable(),
    resolved_by: z.string().nullable().describe('`halcyon` where it came to its end by itself.'),
    network: z.string(),
    stations: z.array(z.string()).describe('One; of an outage all that were in it.'),
    variables: z.array(z.enum(VARIABLES)),
    classification: z.enum(ALERT_CLASSES),
    episode_id: z
      .string()
      .describe('Its first anomaly; of a fault without any the fault; of a condition its class and whose it is.'),
    fault_id: z.string().nullable().describe('The fault that it is of; null of an episode.'),
    fault: alertFaultShape.nullable(),
    anomaly_ids: z.array(z.string()).describe(`In the order of time; at most the first ${NAMED_ALERT_ANOMALIES}.`),
    first_time: moment,
    last_time: moment,
    summary: z.string(),
    silenced: z.string().nullable().describe('Id of the silence that it opened in; nobody is told then.'),
  })
  .meta({
    id: 'Alert',
    examples: [
      {
        id: SHOWN_ID,
        rule: { id: '6e2d5a40-93b7-4f1c-8a3e-5d07c1b9f264', name: 'Sensor failures' },
        severity: 'warning',
        state: 'open',
        opened_at: SHOWN_JUDGED,
        acknowledged_at: null,
        acknowledged_by: null,
        resolved_at: null,
        resolved_by: null,
        network: SHOWN_STATION.network,
        stations: [SHOWN_STATION.station_id],
        variables: ['temp_out'],
        classification: 'device_failure',
        episode_id: SHOWN_ANOMALY.anomaly_id,
        fault_id: SHOWN_FAULT_ID,
        fault: {
          ...SHOWN_FAULT_COURSE,
          reason: 'reads 10.9 degC above its 12 neighbours since 11-22 12:10Z',
        },
        anomaly_ids: [SHOWN_ANOMALY.anomaly_id],
        first_time: SHOWN_TIME,
        last_time: SHOWN_TIME,
        summary: 'Eastwick Pass: device failure, temp_out reads 10.9 degC above its 12 neighbours since 11-22 12:10Z',
        silenced: null,
      },
    ],
  });

export type AlertAnswer = z.output<typeof alertAnswerShape>;

const commentShape = z.object({ at: moment, by: z.string(), text: z.string() });

/** What became of telling one of those who are told. */
export const deliveryShape = z
  .object({
    id: z.string().describe('The same at every attempt; a receiver drops what it has had by it.'),
    event: z.enum(ALERT_EVENTS),
    channel: z.enum(CHANNEL_TYPES),
    target: z.string().describe('Address; of a webhook scheme and host.'),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int().min(0),
    created_at: moment,
    next_attempt_at: moment.nullable().describe('While it is pending.'),
    delivered_at: moment.nullable(),
    error: z.string().nullable().describe('Why the last attempt failed.'),
  })
  .meta({ id: 'AlertDelivery' });

export type DeliveryAnswer = z.output<typeof deliveryShape>;

/** One alert alone. */
export const wholeAlertShape = alertAnswerShape
  .extend({ comments: z.array(commentShape), deliveries: z.array(deliveryShape) })
  .meta({ id: 'AlertWithDeliveries' });

export type WholeAlert = z.output<typeof wholeAlertShape>;
