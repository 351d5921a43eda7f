import { randomBytes } from 'node:crypto';
import { messageOf } from '../../../schemas/errors.ts';
import type { BrokerAddress } from './broker-address.ts';
import { connectionOptions, reasonOf, reasonOfCode } from './broker-connection.ts';

/** Of an MQTT 5 subscription: what the broker keeps for those who subscribe is not sent. */
const WITHOUT_RETAINED = 2;

/**
 * Asks a broker for what a feed asks it for, as another client, so that the feed's session stays what it is.
 *
 * @param waitMs how long it is waited for
 * @returns why it does not give that, in words; null where it does
 */
export async function whyNotServed(address: BrokerAddress, waitMs: number): Promise<string | null> {
  const { connect } = await import('mqtt');
  const filters = address.topics.map(({ filter }) => filter);
  try {
    const client = connect(address.url, {
      ...connectionOptions(address),
      clientId: `halcyon-looks-${randomBytes(4).toString('hex')}`,
      clean: true,
      connectTimeout: waitMs,
    });
    // Nothing that comes meanwhile is taken.
    client.handleMessage = () => undefined;
    try {
      return await new Promise<string | null>((resolve) => {
        client.on('error', (error) => resolve(reasonOf(error, address)));
        client.on('disconnect', ({ reasonCode }) => resolve(reasonOfCode(reasonCode ?? 0, address)));
        client.on('close', () => resolve('it closed the connection'));
        client.on('connect', () => {
          const options = { qos: 1, ...(address.version === '5' && { rh: WITHOUT_RETAINED }) } as const;
          client.subscribe(filters, options, (error) => {
            resolve(error === null ? null : `it refuses the topics ${filters.join(', ')} (${messageOf(error)})`);
          });
        });
        setTimeout(() => resolve(`no answer within ${waitMs / 1000} s`), waitMs).unref();
      });
    } finally {
      client.end(true);
    }
  } catch (error) {
    // What a certificate's file holds is looked at by the client.
    return messageOf(error);
  }
}
