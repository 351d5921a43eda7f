import { z } from 'zod';
import { ALERT_CLASSES, ALERT_EVENTS } from '../../alert.ts';
import { moment } from '../../reports/moment.ts';
import { SHOWN_STATION } from '../../reports/shown-failure.ts';

/** Stations that a preview names, and messages that it shows. */
export const PREVIEWED = { stations: 100, messages: 5 } as const;

const messageShape = z.object({
  at: moment,
  event: z.enum(ALERT_EVENTS),
  network: z.string(),
  stations: z.array(z.string()),
  classification: z.enum(ALERT_CLASSES),
  subject: z.string().describe('Of the e-mail.'),
  text: z.string().describe('Of the e-mail.'),
});

/** What a rule would have told in the last days. */
export const rulePreviewShape = z
  .object({
    from: moment,
    to: moment,
    alerts: z.int().min(0).describe('Alerts that would have opened.'),
    silenced: z.int().min(0).describe('Those of them that would have opened in a silence: nobody is told of them.'),
    messages: z
      .object({ email: z.int().min(0), webhook: z.int().min(0), feed: z.int().min(0) })
      .describe('Messages that would have been sent, of alerts that opened and that were resolved.'),
    station_count: z.int().min(0).describe('Stations that the alerts would have been of.'),
    stations: z
      .array(
        z.object({ network: z.string(), station_id: z.string(), station_name: z.string(), alerts: z.int().min(1) }),
      )
      .describe(`Those with most alerts first; at most ${PREVIEWED.stations}.`),
    last: z.array(messageShape).describe(`The newest messages, the newest first; at most ${PREVIEWED.messages}.`),
    left_out: z
      .array(z.object({ network: z.string(), classes: z.array(z.enum(ALERT_CLASSES)), reason: z.string() }))
      .describe('What was not looked at: the counts are without it.'),
  })
  .meta({
    id: 'AlertRulePreview',
    examples: [
      {
        from: '2026-10-23T12:15:00Z',
        to: '2026-11-22T12:15:00Z',
        alerts: 1,
        silenced: 0,
        messages: { email: 1, webhook: 0, feed: 1 },
        station_count: 1,
        stations: [{ ...SHOWN_STATION, alerts: 1 }],
        last: [
          {
            at: '2026-11-22T12:10:00Z',
            event: 'alert.opened',
            network: SHOWN_STATION.network,
            stations: [SHOWN_STATION.station_id],
            classification: 'silent',
            subject: '[Halcyon] warning: Eastwick Pass: silent, no report since 2026-11-22T11:30:00Z',
            text: 'Eastwick Pass: silent, no report since 2026-11-22T11:30:00Z',
          },
        ],
        left_out: [],
      },
    ],
  });

export type RulePreviewAnswer = z.output<typeof rulePreviewShape>;
