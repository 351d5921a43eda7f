import { HalcyonError } from '../../../../schemas/errors.ts';
import type { NetworkScope } from '../../../../schemas/network-scope.ts';
import { unknownNetwork } from '../unknown-network.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

/**
 * Lets pass who administers every network: users and clients are of none. Where access control is off nobody is told apart, and
 * whoever is on the machine could make themselves an administrator for the time when it is on.
 *
 * @throws HalcyonError `forbidden`
 */
export function assertAdministersAll({ names }: NetworkScope, { guarded }: PeopleDependencies['people']): void {
  if (!guarded) {
    const message = 'access control is off: halcyon identity administers users and clients until it is on';
    throw new HalcyonError('forbidden', message);
  }
  if (names === null) return;
  const message = `users and clients need the role admin in every network; yours holds in ${names.join(', ')}`;
  throw new HalcyonError('forbidden', message);
}

/**
 * Lets roles pass that are bound to networks that there are.
 *
 * @throws HalcyonError `invalid_parameter` that names those
 */
export async function assertNetworks(roles: readonly string[], { people }: PeopleDependencies): Promise<void> {
  const msg = await unknownNetwork(roles, people.networks);
  if (msg === null) return;
  throw new HalcyonError('invalid_parameter', msg, {
    problems: [{ loc: ['body', 'roles'], msg, type: 'value_error' }],
  });
}
