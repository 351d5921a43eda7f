import type { AlertEvent } from '../../../schemas/alert.ts';
import type { AlertFault } from '../../../schemas/http/answers/alert-answer.ts';
import { type AlertPayload, alertLink } from './alert-message.ts';
import { escapedHtml } from './escaped-html.ts';
import { type Email, subjectOf } from './mail-sender.ts';

/** What an event is called in a subject; an alert that opens is called by its severity. */
const TITLES: Readonly<Partial<Record<AlertEvent, string>>> = {
  'alert.acknowledged': 'acknowledged',
  'alert.resolved': 'resolved',
  'alert.test': 'test',
};

/**
 * The e-mail of an event.
 *
 * @param publicUrl address of the pages, without a slash at its end
 */
export function alertEmail({ type, comment = null, alert }: AlertPayload, publicUrl: string): Email {
  const link = alertLink(alert, publicUrl);
  const rows: (readonly [string, string | null])[] = [
    ['Network', alert.network],
    ['Station', alert.stations.join(', ')],
    ['Variables', alert.variables.join(', ')],
    ['Class', alert.classification.replace('_', ' ')],
    ['Fault', alert.fault === null ? null : alert.fault.kind],
    ['Why', alert.fault === null ? null : alert.fault.reason],
    ['Off by', alert.fault === null ? null : offBy(alert.fault)],
    ['From', alert.first_time],
    ['To', alert.last_time],
    ['Severity', alert.severity],
    ['Rule', alert.rule.name],
    ['Opened', alert.opened_at],
    ['Acknowledged', by(alert.acknowledged_at, alert.acknowledged_by)],
    ['Resolved', by(alert.resolved_at, alert.resolved_by)],
    ['Comment', comment],
    ['Alert', alert.id],
    ['Fault id', alert.fault_id],
  ];
  const shown = rows.filter((row): row is readonly [string, string] => row[1] !== null);
  const width = Math.max(...shown.map(([name]) => name.length)) + 2;
  const lines = shown.map(([name, value]) => `${name.padEnd(width)}${value}`);
  const cells = shown.map(([name, value]) => `<tr><th align="left">${name}</th><td>${escapedHtml(value)}</td></tr>`);
  return {
    subject: subjectOf(`${TITLES[type] ?? alert.severity}: ${alert.summary}`),
    text: `${alert.summary}\n\n${lines.join('\n')}\n\n${link}\n`,
    html: `<!doctype html><html lang="en"><body><p>${escapedHtml(alert.summary)}</p><table>${cells.join('')}</table><p><a href="${escapedHtml(link)}">${escapedHtml(link)}</a></p></body></html>`,
  };
}

/** How far the sensor is off: `+48.8 km/h, give or take 2.1`. */
function offBy({ estimate: { offset, uncertainty }, units }: AlertFault): string | null {
  if (offset === null) return null;
  const off = `${offset < 0 ? '' : '+'}${offset.toFixed(1)} ${units}`;
  return uncertainty === null ? off : `${off}, give or take ${uncertainty.toFixed(1)}`;
}

function by(at: string | null, who: string | null): string | null {
  return at === null ? null : `${at} by ${who}`;
}
