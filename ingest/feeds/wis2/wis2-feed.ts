import { LRUCache } from 'lru-cache';
import { HalcyonError } from '../../../schemas/errors.ts';
import { OutwardHosts } from '../../../schemas/outward-hosts.ts';
import { hostNames } from '../../../schemas/settings.ts';
import type { BufrDecoder } from '../bufr/bufr-decoder.ts';
import { type DecoderChoice, installedDecoder, missingDecoder } from '../bufr/installed-decoder.ts';
import type { Feed } from '../feed.ts';
import { Lanes } from '../lanes.ts';
import type { BrokerAddress, BrokerKind } from '../mqtt/broker-address.ts';
import { type MessageFeedOptions, messageFeed } from '../mqtt/message-feed.ts';
import { unreadable } from '../mqtt/message-items.ts';
import { wrongAt } from '../push/json-items.ts';
import { bufrItems } from './bufr-items.ts';
import { fetchLink, type LinkLimits } from './fetch-link.ts';
import { broken, inlineContent } from './inline-content.ts';
import { type Notification, readNotification } from './notification.ts';
import { isBufr, notifiedItems } from './notified-items.ts';

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

/** BUFR is decoded where a decoder is found. */
const ANY_DECODER: DecoderChoice = { decoder: 'auto', python: 'python3' };

/** How a WIS2 feed is run. */
export interface Wis2FeedOptions extends MessageFeedOptions {
  readonly link?: Pick<LinkLimits, 'timeoutMs' | 'waits'>;
  /** What decodes BUFR; the first that is installed where it is not given. */
  readonly bufr?: DecoderChoice;
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
  const { bufr = ANY_DECODER } = options;
  let decoder: BufrDecoder | string = missingDecoder(bufr);
  const feed = messageFeed(
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
        const items = isBufr(data)
          ? await bufrItems(data, place, otherwise, decoder, signal)
          : notifiedItems(data, place, otherwise);
        return items === null ? null : { network, items };
      },
    },
    options,
  );
  return {
    name: feed.name,
    run: async (context) => {
      decoder = (await installedDecoder(bufr, context.logger)) ?? decoder;
      await feed.run(context);
    },
  };
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
  readonly #lanes = new Lanes(LANES);

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
    const data = await this.#lanes.run(() => fetchLink(link.href, this.#limits, signal));
    return data === null || typeof data === 'string' ? data : (broken(data, integrity) ?? data);
  }
}
