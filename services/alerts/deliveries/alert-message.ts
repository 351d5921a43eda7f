import type { AlertEvent } from '../../../schemas/alert.ts';
import type { AlertAnswer } from '../../../schemas/http/answers/alert-answer.ts';
import { VARIABLE_SPECIFICATIONS, type Variable } from '../../../schemas/variables.ts';

/** What a delivery carries. */
export interface AlertPayload {
  readonly id: string;
  readonly type: AlertEvent;
  readonly at: string;
  /** What was said with it, such as why it is over; null, or not there in those of older versions, where nothing was. */
  readonly comment?: string | null;
  readonly alert: AlertAnswer;
}

/** What programs are sent: webhooks and the feed. */
export interface AlertMessage extends AlertPayload {
  readonly comment: string | null;
  /** Address of the page that shows what the alert is of. */
  readonly link: string;
  /** Units of the variables of the alert. */
  readonly units: Readonly<Partial<Record<Variable, string>>>;
}

/**
 * What programs are sent of an event: with the link that mails have, and the units.
 *
 * @param publicUrl address of the pages, without a slash at its end
 */
export function alertMessage(payload: AlertPayload, publicUrl: string): AlertMessage {
  const { alert, comment = null } = payload;
  const units = Object.fromEntries(alert.variables.map((name) => [name, VARIABLE_SPECIFICATIONS[name].unit]));
  return { ...payload, comment, link: alertLink(alert, publicUrl), units };
}

/** Address of the page that shows what an alert is of: its station then, or the alerts of its network. */
export function alertLink(
  { network, stations, last_time: time }: Pick<AlertAnswer, 'network' | 'stations' | 'last_time'>,
  publicUrl: string,
): string {
  if (stations.length !== 1) return `${publicUrl}/map/alerts?${new URLSearchParams({ network })}`;
  return `${publicUrl}/map/stations/${encodeURIComponent(stations[0])}?${new URLSearchParams({ network, time })}`;
}
