import type { RawItem } from '../../raw-item.ts';
import type { Feed, FeedContext } from '../feed.ts';
import { passes, submitPatiently } from '../submit-patiently.ts';
import type { BrokerAddress } from './broker-address.ts';
import { type BrokerMessage, BrokerSession } from './broker-session.ts';
import { MessageQueue } from './message-queue.ts';
import type { TopicNames } from './topic-pattern.ts';

/** The items of one message, and the network of those that name none. */
interface MessageItems {
  readonly network: string;
  readonly items: readonly RawItem[];
}

/** What reads the messages of a kind of feed. */
export interface MessageReader {
  /**
   * The items of a message; none of one that holds nothing. What cannot be read is an item that says so. null where the
   * signal aborted before it was read.
   *
   * @param names what its topic says
   */
  read(message: BrokerMessage, names: TopicNames, context: FeedContext): Promise<MessageItems | null> | MessageItems;
}

/** How a feed of messages is run, for tests. */
export interface MessageFeedOptions {
  /** First and longest wait between two connections [ms]. */
  readonly connectWaits?: readonly [number, number];
  /** Waits between tries of a submit that failed for a while [ms]. */
  readonly submitWaits?: readonly number[];
}

/** Messages that are held at most: twice what a broker sends unacknowledged, as some are sent without being asked for that. */
const MOST_HELD = 2000;
const BATCH = 5000;

/**
 * Brings what a broker delivers. A message is acknowledged when everything in it is safe in the log; what was delivered
 * and not acknowledged comes again, which changes nothing.
 */
export function messageFeed(
  name: string,
  address: BrokerAddress,
  reader: MessageReader,
  options: MessageFeedOptions = {},
): Feed {
  return { name, run: (context) => runFeed(name, address, reader, options, context) };
}

async function runFeed(
  name: string,
  address: BrokerAddress,
  reader: MessageReader,
  options: MessageFeedOptions,
  context: FeedContext,
): Promise<void> {
  const { signal, logger } = context;
  if (signal.aborted) return;
  const queue = new MessageQueue(MOST_HELD, signal);
  const { connectWaits: waits } = options;
  const session = new BrokerSession(address, {
    name,
    take: (message) => queue.put(message),
    logger,
    ...(waits && { waits }),
  });
  const connection = new AbortController();
  const connected = session.run(connection.signal);
  try {
    while (!signal.aborted) {
      const messages = await queue.take();
      const read = await Promise.all(messages.map((message) => itemsOf(message, address, reader, context)));
      if (await submitted(name, read, context, options)) for (const { acknowledge } of messages) acknowledge();
    }
  } finally {
    connection.abort();
    await connected;
  }
}

/** Messages of topics that are asked for no more may still come from a session of before: they are nobody's. */
async function itemsOf(
  message: BrokerMessage,
  { topics }: BrokerAddress,
  reader: MessageReader,
  context: FeedContext,
): Promise<MessageItems | null> {
  for (const pattern of topics) {
    const names = pattern.names(message.topic);
    if (names !== undefined) return reader.read(message, names, context);
  }
  return { network: '', items: [] };
}

/** Submits the items of messages in their order; false where the signal aborted before all of them were safe. */
async function submitted(
  name: string,
  read: readonly (MessageItems | null)[],
  context: FeedContext,
  { submitWaits }: MessageFeedOptions,
): Promise<boolean> {
  if (context.signal.aborted) return false;
  const byNetwork = new Map<string, RawItem[]>();
  for (const one of read) {
    if (one === null) return false;
    const { network, items } = one;
    const of = byNetwork.get(network) ?? [];
    byNetwork.set(network, of);
    for (const item of items) of.push(item);
  }
  for (const [network, items] of byNetwork) {
    for (let start = 0; start < items.length; ) {
      if (context.signal.aborted) return false;
      try {
        const batch = items.slice(start, start + BATCH);
        if ((await submitPatiently(context, network, name, batch, submitWaits)) === null) return false;
        start += BATCH;
      } catch (error) {
        // The broker keeps the messages for as long as it takes.
        if (!passes(error)) throw error;
      }
    }
  }
  return true;
}
