import { HalcyonError } from '../../schemas/errors.ts';
import type { Station } from '../../schemas/station.ts';
import type { StoreReads } from '../stores/store-reads.ts';

/** Stations that a message names. */
const SHOWN = 10;

/** How whoever asks for a station names its network: in messages, and where it stands in the request. */
export interface NetworkField {
  readonly name: string;
  readonly loc: readonly string[];
}

/**
 * A station by its id, in one network or in whichever has it.
 *
 * @param network where undefined, all are looked through
 * @throws HalcyonError `unknown_network` or `unknown_station` that says what there is; `invalid_parameter` where several
 *   networks have one
 */
export async function findStation(
  store: StoreReads,
  id: string,
  network: string | undefined,
  field: NetworkField,
): Promise<Station> {
  const networks = network === undefined ? await store.networks() : [network];
  const found: Station[] = [];
  for (const name of networks) {
    const station = await store.station(name, id);
    if (station !== null) found.push(station);
  }
  if (found.length === 1) return found[0];
  if (found.length === 0) throw await notFound(store, id, network);
  const names = found.map((station) => station.network).join(', ');
  const msg = `several networks have a station of this id, name one of them by ${field.name}: ${names}`;
  throw new HalcyonError('invalid_parameter', msg, { problems: [{ loc: field.loc, msg, type: 'missing' }] });
}

async function notFound(store: StoreReads, id: string, asked: string | undefined): Promise<HalcyonError> {
  const networks = await store.networks();
  const network = asked ?? (networks.length === 1 ? networks[0] : undefined);
  const refused = (what: string) => new HalcyonError('unknown_station', what);
  if (networks.length === 0) return refused(`there is no station '${id}', nor any other yet`);
  if (network === undefined) return refused(`none of the networks ${networks.join(', ')} has a station '${id}'`);
  if (!networks.includes(network)) {
    return new HalcyonError('unknown_network', `there is no network '${network}'; there is ${networks.join(', ')}`);
  }
  const { items, next } = await store.stations({ network, limit: SHOWN });
  const has = items.length === 0 ? 'no station yet' : items.map((station) => station.id).join(', ');
  return refused(`network ${network} has no station '${id}'; it has ${has}${next === null ? '' : ', …'}`);
}
