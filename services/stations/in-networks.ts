import type { StationHomes } from '../../ingest/intake.ts';
import { HalcyonError, type Problem } from '../../schemas/errors.ts';
import { firstNames } from '../../schemas/first-names.ts';
import { firstProblems } from '../../schemas/http/first-problems.ts';
import { DEFAULT_NETWORK } from './default-network.ts';

/** What of a registration says which station it is of. */
export interface NamedStation {
  readonly station_id: string;
  readonly network?: string | undefined;
}

/**
 * Registrations with their networks. One that names none is of the only network that has its station. Of a new station it is
 * `default`, unless that would be a new network beside several others.
 *
 * @param loc where the network of one would be named, by its index
 * @throws HalcyonError `invalid_parameter` with a problem for each whose network has to be named, the first ones of many
 */
export function inNetworks<S extends NamedStation>(
  homes: StationHomes,
  registrations: readonly S[],
  loc: (index: number) => readonly (string | number)[],
): (S & { network: string })[] {
  const problems: Problem[] = [];
  const unnamed = registrations.filter(({ network }) => network === undefined);
  // Once for the whole list: it may be long, and so may be that of the networks.
  const homesOf = homes.networksWith(new Set(unnamed.map((one) => one.station_id)));
  const all = homes.networks();
  const found = registrations.map((one, index) => {
    if (one.network !== undefined) return { ...one, network: one.network };
    const having = homesOf.get(one.station_id) ?? [];
    const networks = having.length > 0 ? having : all;
    const isClear = networks.length <= 1 || (having.length === 0 && networks.includes(DEFAULT_NETWORK));
    if (!isClear) problems.push({ loc: loc(index), msg: ambiguous(one.station_id, having, networks), type: 'missing' });
    return { ...one, network: having[0] ?? DEFAULT_NETWORK };
  });
  if (problems.length === 0) return found;
  const named = firstProblems(problems);
  throw new HalcyonError('invalid_parameter', named.map(({ msg }) => msg).join('; '), { problems: named });
}

/** What is wrong with a registration without a network, and what would be right. */
function ambiguous(id: string, having: readonly string[], networks: readonly string[]): string {
  if (having.length === 0) {
    return `no network has a station '${id}' yet, name its network by 'network': ${firstNames(networks)}, or a new one`;
  }
  return `several networks have a station of the id '${id}', name one of them by 'network': ${firstNames(having)}`;
}
