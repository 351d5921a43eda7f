import type { Mechanism } from 'kafkajs';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';

/** A text that the protocol sends with its length in front has at least so many bytes [bytes]. */
const LENGTH_BYTES = 4;

/**
 * Proof by a token (SASL OAUTHBEARER, RFC 7628). A broker answers a token that it refuses with its reasons instead of an
 * error, which the Kafka client by itself takes for success.
 *
 * @param token gives one that is valid now
 */
export function tokenMechanism(token: () => Promise<string>): Mechanism {
  return {
    mechanism: 'oauthbearer',
    authenticationProvider: ({ host, port, saslAuthenticate }) => ({
      authenticate: async () => {
        const request = framed(`n,,\u0001auth=Bearer ${await fetched(token)}\u0001\u0001`);
        const response = { decode: (answer: Buffer) => answer, parse: (answer: Buffer) => answer };
        const answer = await saslAuthenticate({ request: { encode: () => request }, response }).catch((cause) => {
          throw refusal(host, port, messageOf(cause), cause);
        });
        if (!Buffer.isBuffer(answer) || answer.length <= LENGTH_BYTES) return;
        throw refusal(host, port, answer.subarray(LENGTH_BYTES).toString('utf8'));
      },
    }),
  };
}

async function fetched(token: () => Promise<string>): Promise<string> {
  try {
    return await token();
  } catch (cause) {
    if (cause instanceof HalcyonError) throw cause;
    const why = cause instanceof Error && cause.cause !== undefined ? messageOf(cause.cause) : messageOf(cause);
    throw new Error(`the token endpoint does not answer: ${why}`, { cause });
  }
}

function refusal(host: string, port: number, why: string, cause?: unknown): HalcyonError {
  const said = `the broker at ${host}:${port} refuses the token of the token endpoint (${why}): the brokers should trust its issuer, and the token name the audience they expect`;
  return new HalcyonError('log_unavailable', said, { cause });
}

function framed(text: string): Buffer {
  const bytes = Buffer.from(text);
  const size = Buffer.alloc(LENGTH_BYTES);
  size.writeInt32BE(bytes.length);
  return Buffer.concat([size, bytes]);
}
