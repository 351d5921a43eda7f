import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../../quantile.ts';
import { type Attack, type AttackContext, atMost, type Measure } from '../attack.ts';
import { AttackedSystem, PASSWORD } from '../attacked-system.ts';

/** Of whoever really wants to log in, and did so before. */
const HONEST = '198.51.100.7';
/** Between two of their logins [ms]. */
const EVERY_MS = 400;
const FLOOD_MS = 30_000;
/** What a login may take at the 99th percentile while somebody attacks [ms]. */
const LIMIT_MS = 2_000;
/** Requests that are sent and left at once, and logins a second from addresses that were never seen. */
const LEFT_AT_ONCE = 66;
const LEAVING_EVERY_MS = 2_000;
const NEW_A_SECOND = 12;
/** Addresses of one IPv6 /64 that try a password each. */
const OF_ONE_NETWORK = 2_000;

/** The wait of logins behind the hashing of passwords of others. */
export const floodedLogins: Attack = {
  name: 'logins',
  title:
    '66 logins with unknown names that are left at once, every two seconds; 12 a second from ever new addresses; 2,000 addresses of one IPv6 /64',
  async run(context) {
    const system = await AttackedSystem.start(context.folder);
    try {
      for (let k = 0; k < 3; k++) await system.login('ada', PASSWORD, HONEST);
      return [
        ...(await undisturbed(system)),
        ...(await during(system, context, 'logins that are left at once', leaving)),
        ...(await during(system, context, 'logins from ever new addresses', fromNewAddresses)),
        await ofOneNetwork(system, context),
      ];
    } finally {
      await system.stop();
    }
  },
};

async function undisturbed(system: AttackedSystem): Promise<Measure[]> {
  const { took } = await honestLogins(system, 10 * EVERY_MS);
  const found = `${quantile(took, 0.5).toFixed(0)} ms`;
  return [{ what: 'an honest login, nobody attacks: median', found, limit: '', holds: true }];
}

async function during(
  system: AttackedSystem,
  { scale, say }: AttackContext,
  what: string,
  attack: (system: AttackedSystem, signal: AbortSignal) => Promise<number>,
): Promise<Measure[]> {
  const stop = new AbortController();
  const attacking = attack(system, stop.signal);
  const { took, refused } = await honestLogins(system, Math.max(5_000, FLOOD_MS * scale));
  stop.abort();
  say(`${what}: ${await attacking} sent beside ${took.length} honest ones`);
  return [
    atMost(`an honest login beside ${what}: 99th percentile`, quantile(took, 0.99), LIMIT_MS, 'ms'),
    atMost(`honest logins refused beside ${what}`, refused, 0),
  ];
}

/** Logs in again and again; how long each took [ms], the shortest first, and how many were refused. */
async function honestLogins(system: AttackedSystem, forMs: number) {
  const took: number[] = [];
  let refused = 0;
  for (const end = performance.now() + forMs; performance.now() < end; ) {
    const began = performance.now();
    const answer = await system.login('ada', PASSWORD, HONEST).catch(() => null);
    took.push(performance.now() - began);
    if (answer?.status !== 200) refused++;
    await sleep(EVERY_MS);
  }
  return { took: took.sort((a, b) => a - b), refused };
}

async function leaving(system: AttackedSystem, signal: AbortSignal): Promise<number> {
  let sent = 0;
  while (!signal.aborted) {
    const gone = new AbortController();
    const all = Array.from({ length: LEFT_AT_ONCE }, (_, k) =>
      system.login(`nobody-${sent}-${k}`, 'a wrong password', addressOf(sent + k), gone.signal).catch(() => null),
    );
    await sleep(100);
    gone.abort();
    await Promise.all(all);
    sent += LEFT_AT_ONCE;
    await sleep(LEAVING_EVERY_MS);
  }
  return sent;
}

async function fromNewAddresses(system: AttackedSystem, signal: AbortSignal): Promise<number> {
  const all: Promise<unknown>[] = [];
  while (!signal.aborted) {
    const k = 100_000 + all.length;
    all.push(system.login(`nobody-${k}`, 'a wrong password', addressOf(k)).catch(() => null));
    await sleep(1000 / NEW_A_SECOND);
  }
  await Promise.all(all);
  return all.length;
}

/** How many addresses of one network may try a password before all of them have to wait. */
async function ofOneNetwork(system: AttackedSystem, { scale }: AttackContext): Promise<Measure> {
  let looked = 0;
  const tries = Math.max(200, Math.round(OF_ONE_NETWORK * scale));
  for (let k = 0; k < tries; k++) {
    const { status } = await system.login('ada', `guess ${k}`, `2001:db8:1:2::${k.toString(16)}`);
    if (status === 401 || status === 400) looked++;
  }
  return atMost(`passwords of ${tries} addresses of one IPv6 /64 that were looked at`, looked, 20);
}

/** The k-th of many addresses in networks of their own. */
function addressOf(k: number): string {
  return `${11 + (k % 80)}.${(k >> 3) % 256}.${(k * 7) % 256}.${1 + (k % 250)}`;
}
