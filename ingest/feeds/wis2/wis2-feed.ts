import { LRUCache } from 'lru-cache';
import { HalcyonError } from '../../../schemas/errors.ts';
import { OutwardHosts } from '../../../schemas/outward-hosts.ts';
import { hostNames } from '../../../schemas/settings.ts';
import type { Feed } from '../feed.ts';
import type { BrokerAddress, BrokerKind } from '../mqtt/broker-address.ts';
import { type MessageFeedOptions, messageFeed } from '../mqtt/message-feed.ts';
import { unreadable } from '../mqtt/message-items.ts';
import { wrongAt } from '../push/json-items.ts';
import { fetchLink, type LinkLimits } from './fetch-link.ts';
import { broken, inlineContent } from './inline-content.ts';
import { type Notification, readNotification } from './notification.ts';
import { notifiedItems } from './notified-items.ts';

/** Notifications of WIS2, the WMO's exchange of data, as its nodes and global brokers publish them. */
export const WIS2_KIND: BrokerKind = {
  name: 'wis2',
  topics: 'cache/a/wis2/+/data/core/weather/surface-based-observations/synop',
  pieces: ['hosts'],
};

/** Notifications that are known: several brokers and caches tell of the same data. */
const MOST_KNOWN = 100_000;
/** Links that are followed at once. */
const LANES = 8;
const HOSTS = hostNames({ name: 'hosts', meaning: '' });

/** How a WIS2 feed is run, for tests. */
export interface Wis2FeedOptions extends MessageFeedOptions {
  readonly link?: Pick<LinkLimits, 'timeoutMs' | 'waits'>;
}

/**
 * Brings the data that WIS2 notifications tell of.
 *
 * @throws HalcyonError `invalid_configuration` for hosts that are none
 */
export function wis2Feed(address: BrokerAddress, options: Wis2FeedOptions = {}): Feed {
  const given = address.rest['hosts'];
  const listed = given === undefined ? [] : HOSTS.read(given);
  if (listed === undefined) {
    const why = `HALCYON_FEED: ${WIS2_KIND.name}:${address.url}#: hosts is '${given}', should be ${HOSTS.expected}`;
    throw new HalcyonError('invalid_configuration', why);
  }
  const hosts = new OutwardHosts(listed, { own: false, near: false, list: "the feed's hosts" });
  const links = new Links({ ...options.link, hosts });
  const known = new LRUCache<string, true>({ max: MOST_KNOWN });
  return messageFeed(
    WIS2_KIND.name,
    address,
    {
      read: async ({ topic, payload }, names, { signal }) => {
        const network = names.network ?? address.network;
        const notification = notificationOf(payload);
        if (typeof notification === 'string') return { network, items: [unreadable(payload, topic, notification)] };
        const { dataId, pubtime, link, station, position } = notification;
        const key = JSON.stringify([dataId, pubtime]);
        if (link === null || known.has(key)) return { network, items: [] };
        // From now on: of two in one batch one is fetched, and both are acknowledged when that is safe.
        known.set(key, true);
        const data = await links.dataOf(notification, signal);
        if (data === null) return null;
        const place = `${topic} ${dataId}`;
        if (typeof data === 'string') {
          // Another cache may have what this one has not.
          known.delete(key);
          return { network, items: [unreadable(payload, place, data)] };
        }
        const otherwise = { station: names.station ?? station, position, form: address.form };
        return { network, items: notifiedItems(data, place, otherwise) };
      },
    },
    options,
  );
}

function notificationOf(payload: Buffer): Notification | string {
  const text = payload.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `the message is no JSON: ${wrongAt(text)}`;
  }
  return readNotification(value);
}

/** Follows links, some at once. */
class Links {
  readonly #limits: LinkLimits;
  readonly #lanes: Promise<unknown>[] = Array.from({ length: LANES }, () => Promise.resolve());
  #next = 0;

  constructor(limits: LinkLimits) {
    this.#limits = limits;
  }

  /** The data of a notification as they should be; a text says why they cannot be had, null that the signal aborted. */
  async dataOf({ content, link, integrity }: Notification, signal: AbortSignal): Promise<Buffer | string | null> {
    if (content !== null) {
      const data = inlineContent(content);
      return typeof data === 'string' ? data : (broken(data, integrity) ?? data);
    }
    if (link === null) return null;
    const lane = this.#next++ % LANES;
    const fetched = this.#lanes[lane].then(() => fetchLink(link.href, this.#limits, signal));
    this.#lanes[lane] = fetched.catch(() => undefined);
    const data = await fetched;
    return data === null || typeof data === 'string' ? data : (broken(data, integrity) ?? data);
  }
}
