import type { IClientOptions } from 'mqtt';
import { messageOf } from '../../../schemas/errors.ts';
import type { BrokerAddress } from './broker-address.ts';

/** A connection is waited for so long [ms]. */
const CONNECT_MS = 15_000;

/** What every connection to a broker is made with, whatever its session; it ends rather than connect again by itself. */
export function connectionOptions({ username, password, tls, version }: BrokerAddress): IClientOptions {
  return {
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
    ...tls,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    protocolVersion: version === '5' ? 5 : 4,
  };
}

/** Why a broker takes no connection, in words for the operator. */
export function reasonOf(error: Error, address: BrokerAddress): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'number') return reasonOfCode(code, address, messageOf(error));
  return messageOf(error) || String(code ?? 'it does not answer');
}

/** @param code of MQTT 3.1.1 section 3.2.2.3 or MQTT 5 section 2.4 */
export function reasonOfCode(
  code: number,
  { clientId }: BrokerAddress,
  otherwise = `it closed the connection with reason ${code}`,
): string {
  if ([1, 132].includes(code)) return 'it does not speak MQTT 5: say version=3.1.1 behind the #';
  if ([4, 5, 134, 135].includes(code)) return 'it refuses the user or the password';
  if (code === 142) return `another client took the session of ${clientId}: give each a client_id`;
  if (code === 139) return 'it is shutting down';
  return otherwise;
}
