import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { ENDPOINTS } from '../../../../services/api/registry.ts';
import { quantile } from '../../../quantile.ts';
import type { Attack, AttackContext, Measure } from '../attack.ts';
import { AttackedSystem } from '../attacked-system.ts';

const TIMES_OF_HEALTHZ = fileURLToPath(new URL('../healthz-times.mjs', import.meta.url));
const CONNECTIONS = 200;
const FLOOD_S = 4;
/** A flood whose connections are not all answered ends after this many seconds. */
const FLOOD_MOST_S = 60;
/** How many times its idle median `/healthz` may take beside a flood. */
const TIMES = 20;

const REALM = '/oauth/realms/halcyon';
/** Public routes of identity and of the pages, which are in no registry of endpoints. */
const OTHERS = [
  `${REALM}`,
  `${REALM}/.well-known/openid-configuration`,
  `${REALM}/protocol/openid-connect/certs`,
  '/map',
  '/map/settings.json',
  '/map/icon.svg',
  '/there/is/no/such/path',
];

/** Documents and states that everybody may ask for, asked by many at once. */
export const floodedRoutes: Attack = {
  name: 'routes',
  title: `${CONNECTIONS} connections on each public route in turn, for ${FLOOD_S} s from when each has had an answer, and /healthz beside them`,
  async run(context) {
    const system = await AttackedSystem.start(context.folder, { HALCYON_FEED: 'demo' });
    try {
      const idle = quantile(await healthz(system, 2_000), 0.5);
      const measures: Measure[] = [
        { what: '/healthz, nobody attacks: median', found: `${idle.toFixed(1)} ms`, limit: '', holds: true },
      ];
      for (const path of publicPaths()) measures.push(await flooded(system, context, path, idle));
      return measures;
    } finally {
      await system.stop();
    }
  },
};

/** Every path that needs no token. */
function publicPaths(): string[] {
  const open = ENDPOINTS.filter(({ roles, method }) => roles === null && method === 'GET');
  const paths = open.map(({ path }) => path.replace(':file', 'swagger-ui-bundle.js').replace(':code', 'not_found'));
  return [...new Set([...paths, ...OTHERS])];
}

async function flooded(system: AttackedSystem, { scale }: AttackContext, path: string, idle: number): Promise<Measure> {
  const began = performance.now();
  const options = { url: system.url + path, connections: CONNECTIONS, duration: FLOOD_MOST_S };
  const flood = autocannon(options, () => undefined);
  const over = once(flood, 'done');
  await allAnswered(flood);
  const ramp = performance.now() - began;
  const took = await healthz(system, Math.max(1, FLOOD_S * scale) * 1000);
  flood.stop();
  const [{ requests }] = (await over) as [autocannon.Result];
  const median = quantile(took, 0.5);
  const limit = TIMES * idle;
  return {
    what: `/healthz beside ${path}: median (99th percentile)`,
    found: `${median.toFixed(1)} ms (${quantile(took, 0.99).toFixed(0)}), ${requests.average.toFixed(0)} answers a second, all connections answered after ${(ramp / 1000).toFixed(1)} s`,
    limit: `at most ${limit.toFixed(1)} ms, ${TIMES} times as long as idle`,
    holds: median <= limit,
  };
}

/**
 * Resolves when each connection of a flood has had an answer, or the flood is over. libuv accepts one connection in a turn of
 * the event loop: whoever comes while two hundred are waiting is accepted after them, which is told apart.
 */
function allAnswered(flood: autocannon.Instance): Promise<void> {
  const answered = new Set<autocannon.Client>();
  return new Promise((resolve) => {
    flood.once('done', () => resolve());
    flood.on('response', (client) => {
      answered.add(client);
      if (answered.size === CONNECTIONS) resolve();
    });
  });
}

/** How long `/healthz` takes [ms], the shortest first. */
async function healthz(system: AttackedSystem, forMs: number): Promise<number[]> {
  // In a process of its own: the one that floods is itself busy.
  const argv = [TIMES_OF_HEALTHZ, system.url, String(forMs)];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  return (JSON.parse(stdout) as number[]).sort((a, b) => a - b);
}
