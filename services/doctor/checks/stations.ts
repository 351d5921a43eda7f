import { call, field, text } from '../../stores/rows/row-expression.ts';
import { type Finding, ok, warning } from '../installation/finding.ts';
import { type Check, type ExaminedStore, usableStore } from '../installation/installation.ts';

const WHAT = 'stations';
/** Networks of more stations are not looked at: it would take minutes. */
const MOST = 50_000;
const SHOWN = 3;

/** Stations that are registered and never reported, by network. */
export const stations: Check = {
  what: WHAT,
  look: async ({ store, now }) => {
    const opened = await usableStore(store);
    if (opened === null) return [];
    const networks = await opened.networks();
    if (networks.length === 0) return [ok(WHAT, 'none is registered yet')];
    return Promise.all(networks.map((network) => lookAt(opened, network, now())));
  },
};

async function lookAt(store: ExaminedStore, network: string, now: number): Promise<Finding> {
  const inUse = call('and', call('eq', field('network'), text(network)), call('not', field('retired')));
  const count = await store.search.count('stations', inUse);
  if (count > MOST) return ok(WHAT, `${count} in network ${network}, too many to look at each`);
  const ids = (await store.allStations(network)).filter(({ retired }) => !retired).map(({ id }) => id);
  // Of a network that is history, what was heard at its end counts.
  const time = Math.min(now, (await store.extent(network))?.last ?? now);
  const { seen } = await store.stationMoments(network, time, ids);
  const never = ids.filter((_, row) => Number.isNaN(seen[row]));
  if (never.length === 0) return ok(WHAT, `all ${ids.length} of network ${network} have reported`);
  const shown = never.slice(0, SHOWN).join(', ') + (never.length > SHOWN ? ` and ${never.length - SHOWN} more` : '');
  const detail = `${never.length} of ${ids.length} in network ${network} have not reported within a month: ${shown}`;
  return warning(WHAT, detail, 'see whether their ids are those that their reports have, or retire them');
}
