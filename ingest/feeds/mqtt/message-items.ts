import { HalcyonError } from '../../../schemas/errors.ts';
import type { RawItem } from '../../raw-item.ts';
import { shown } from '../../validation/refusal.ts';
import { fillIn, type SourceForm } from '../../validation/source-form.ts';
import { parsePush } from '../push/parse-push.ts';
import type { TopicNames } from './topic-pattern.ts';

const JSON_TYPE = 'application/json';

/**
 * The items of a message that holds what a push in JSON holds: an observation, a list, or `{"observations": [...]}`. The
 * topic says whose they are where it names a network or a station. Their bytes can be read again without the topic. A
 * message without a byte holds nothing: that is how a retained message is taken back (MQTT 5 section 3.3.1.3).
 *
 * @param topic it came on, as the place of its items
 */
export function messageItems(payload: Buffer, topic: string, names: TopicNames, form: SourceForm): RawItem[] {
  if (payload.length === 0) return [];
  try {
    return parsePush(JSON_TYPE, payload).map((item) => completed(item, topic, names, form));
  } catch (error) {
    if (!(error instanceof HalcyonError)) throw error;
    return [unreadable(payload, topic, error.message)];
  }
}

/** What becomes of a message that cannot be read. */
export function unreadable(body: Uint8Array, place: string, why: string): RawItem {
  return { fields: null, unreadable: why, body, mediaType: JSON_TYPE, context: '', place };
}

function completed(item: RawItem, topic: string, names: TopicNames, form: SourceForm): RawItem {
  if (item.fields === null) return { ...item, place: topic };
  const { network, station_id, station } = item.fields;
  const wrong =
    contradiction('network', network, names.network) ??
    contradiction('station_id', station_id ?? station, names.station);
  if (wrong !== null) return unreadable(item.body, topic, wrong);
  const fields: Record<string, unknown> = { ...item.fields };
  if (names.network !== undefined) fields['network'] = names.network;
  if (names.station !== undefined) fields['station_id'] = names.station;
  fillIn(fields, form);
  return { ...item, fields, body: Buffer.from(JSON.stringify(fields)), place: topic };
}

/** Brokers let a station publish to topics of its own: what it says there of others is not believed. */
function contradiction(field: string, given: unknown, named: string | undefined): string | null {
  if (named === undefined || given === undefined || given === null || given === '') return null;
  if (String(given).trim() === named) return null;
  return `${field} is ${shown(given)}, but the topic says '${named}': one of them should be left out or both be the same`;
}
