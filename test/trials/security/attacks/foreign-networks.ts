import { type Attack, atMost } from '../attack.ts';
import { AttackedSystem } from '../attacked-system.ts';

const DAY_MS = 86_400_000;
const NOW = Date.now();

/** An observation of a station. */
function report(station: string, ago: number, more: object = {}) {
  return {
    station_id: station,
    time: new Date(NOW - ago).toISOString(),
    temp_out: 99,
    latitude: 51,
    longitude: 4,
    ...more,
  };
}

/** What a feed of the network south may push. */
const OWN = report('s', 60_000, { temp_out: 10 });

/** Bodies with which it would write into others, and into years that have passed; where it begins with its own, that is taken. */
function forgeries(): readonly (readonly [network: string, body: readonly object[]])[] {
  const networks = ['north', 'default', 'South', 'south/north', 'north,south', 'no\u200brth', 'north '];
  const named = networks.map((network) => [network, [report('a', 60_000)]] as const);
  const inItems = networks.map((network) => ['south', [OWN, report('a', 60_000, { network })]] as const);
  const old = [32, 60, 400, 4_000].map((days) => ['south', [report('s', days * DAY_MS)]] as const);
  return [...named, ...inItems, ...old];
}

/** What became of an item. */
interface Item {
  readonly status: string;
}

/** Values of networks and years that a feed has nothing to do with. */
export const foreignNetworks: Attack = {
  name: 'networks',
  title: 'a feed of one network that pushes into others, by every way to name one, and years back',
  async run({ folder }) {
    const system = await AttackedSystem.start(folder);
    try {
      const [curator, feed] = [
        await system.bearerOf('curator', 'curator'),
        await system.bearerOf('feed', 'feed@south'),
      ];
      for (const network of ['north', 'south', 'default']) {
        const pushed = await system.ask(curator, 'POST', `/api/v1/observations?network=${network}`, [
          report('a', 60_000, { temp_out: 10 }),
        ]);
        if (pushed.status !== 200) throw new Error(pushed.text);
      }
      let taken = 0;
      for (const [network, body] of forgeries()) {
        const path = `/api/v1/observations?network=${encodeURIComponent(network)}`;
        const { status, text } = await system.ask(feed, 'POST', path, body);
        const { items = [] } = status === 200 ? (JSON.parse(text) as { items?: Item[] }) : {};
        taken += items.slice(body[0] === OWN ? 1 : 0).filter((one) => one.status === 'accepted').length;
      }
      const all = await system.ask(curator, 'GET', '/api/v1/observations?limit=1000');
      const values = (JSON.parse(all.text) as { observations: { temp_out: number }[] }).observations;
      const own = await system.ask(feed, 'POST', '/api/v1/observations?network=south', [
        report('s', 60_000, { temp_out: 10 }),
      ]);
      return [
        atMost(`forged pushes taken, of ${forgeries().length}`, taken, 0),
        atMost('forged values in the store', values.filter(({ temp_out }) => temp_out === 99).length, 0),
        atMost('pushes of its own network refused, of 1', own.status === 200 ? 0 : 1, 0),
      ];
    } finally {
      await system.stop();
    }
  },
};
