import { heldRoles } from '../../access/roles.ts';

/** Names of the networks that there are; null where this process does not know them. */
export type KnownNetworks = () => Promise<readonly string[] | null>;

/** What is wrong with roles of which one is bound to a network that there is not, in words; null where nothing is, or nobody knows. */
export async function unknownNetwork(roles: readonly string[], networks: KnownNetworks): Promise<string | null> {
  const bound = roles.flatMap((role) => [...heldRoles([role]).values()].flatMap(({ names }) => names ?? []));
  if (bound.length === 0) return null;
  const known = await networks();
  const unknown = bound.find((network) => known?.includes(network) === false);
  if (known === null || unknown === undefined) return null;
  return `there is no network '${unknown}'; known are: ${[...known].sort().join(', ') || 'none'}`;
}

/** The same as lines for whoever uses a command: networks come with their first stations, so users may be there before. */
export async function networkWarnings(
  roles: readonly string[],
  networks: KnownNetworks = async () => null,
): Promise<string[]> {
  const problem = await unknownNetwork(roles, networks);
  return problem === null ? [] : [`warning: ${problem}; the role applies once there is one of this name`];
}
