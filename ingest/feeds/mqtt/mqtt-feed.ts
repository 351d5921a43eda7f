import type { Feed } from '../feed.ts';
import type { BrokerAddress, BrokerKind } from './broker-address.ts';
import { type MessageFeedOptions, messageFeed } from './message-feed.ts';
import { messageItems } from './message-items.ts';

/** Observations that stations or gateways publish to a broker, in the JSON of a push. */
export const MQTT_KIND: BrokerKind = {
  name: 'mqtt',
  topics: 'stations/{network}/{station_id}/observations',
  pieces: [],
};

/** Brings what is published to the topics of a broker. */
export function mqttFeed(address: BrokerAddress, options: MessageFeedOptions = {}): Feed {
  return messageFeed(
    MQTT_KIND.name,
    address,
    {
      read: ({ topic, payload }, names) => ({
        network: names.network ?? address.network,
        items: messageItems(payload, topic, names, address.form),
      }),
    },
    options,
  );
}
