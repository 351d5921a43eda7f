import type { ChannelType } from '../../../schemas/alert.ts';
import { PREVIEWED, type RulePreviewAnswer } from '../../../schemas/http/answers/rule-preview-answer.ts';
import { isoOf } from '../../../schemas/time.ts';
import { alertEmail } from '../deliveries/alert-email.ts';
import type { AlertPayload } from '../deliveries/alert-message.ts';
import type { ToldEvent } from './preview-book.ts';
import type { RulePreview } from './rule-preview.ts';

/**
 * What a rule would have told, in the words of answers.
 *
 * @param nameOf name of a station of a network
 * @param publicUrl address of the pages, without a slash at its end
 */
export function rulePreviewAnswer(
  { from, to, alerts, told, leftOut }: RulePreview,
  nameOf: (network: string, station: string) => string,
  publicUrl: string,
): RulePreviewAnswer {
  const stations = new Map<string, RulePreviewAnswer['stations'][number]>();
  for (const { network, stations: ids } of alerts) {
    for (const id of ids) {
      const key = JSON.stringify([network, id]);
      const one = stations.get(key) ?? { network, station_id: id, station_name: nameOf(network, id), alerts: 0 };
      stations.set(key, { ...one, alerts: one.alerts + 1 });
    }
  }
  const sent = (channel: ChannelType) => told.reduce((sum, { targets }) => sum + targets[channel], 0);
  return {
    from: isoOf(from),
    to: isoOf(to),
    alerts: alerts.length,
    silenced: alerts.filter(({ silenced }) => silenced !== null).length,
    messages: { email: sent('email'), webhook: sent('webhook'), feed: sent('feed') },
    station_count: stations.size,
    stations: [...stations.values()].sort((a, b) => b.alerts - a.alerts).slice(0, PREVIEWED.stations),
    last: told
      .slice(-PREVIEWED.messages)
      .reverse()
      .map((event) => messageAnswer(event, publicUrl)),
    left_out: leftOut.map(({ network, classes, reason }) => ({ network, classes: [...classes], reason })),
  };
}

function messageAnswer({ event, at, payload }: ToldEvent, publicUrl: string): RulePreviewAnswer['last'][number] {
  const sent = payload as AlertPayload;
  const { network, stations, classification } = sent.alert;
  const { subject, text } = alertEmail(sent, publicUrl);
  return { at: isoOf(at), event, network, stations, classification, subject, text };
}
