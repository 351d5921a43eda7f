import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IdentityProcess, PASSWORD } from '../identity-process.ts';
import { ranked } from '../rank-test.ts';
import { scaled, type Trial } from '../trial.ts';

/** Who is tried: users that exist, with a wrong password, and those that cannot log in whatever the password is. */
const KINDS = ['known', 'unknown', 'disabled', 'federated'] as const;
/** So many of each kind take turns, since who has failed often has to wait; each try comes from an address of its own. */
const EACH = 70;
/** Three comparisons of a run that is repeated now and then should hardly ever fail by chance. */
const SMALLEST_P = 0.001;

/** Nobody learns by words or by time whether a name is known. */
export const enumeration: Trial = {
  name: 'enumeration',
  title: '1,000 failed logins each of known, unknown, disabled and federated users: words and times alike',
  async run(context) {
    const { identity, say } = context;
    const problems: string[] = [];
    const tries = scaled(context, 1_000);
    await addUsers(identity);
    // The first login makes a hash of our own of the imported one.
    for (let k = 0; k < EACH; k++) {
      const { status } = await identity.login(`known-${k}`, PASSWORD, {}, addressOf(k));
      if (status !== 200) problems.push(`known-${k} cannot log in: ${status}`);
    }
    say(`${EACH} users of each kind`);
    const times = new Map<string, number[]>(KINDS.map((kind) => [kind, []]));
    const said = new Map<string, Set<string>>(KINDS.map((kind) => [kind, new Set()]));
    for (let round = 0; round < tries; round++) {
      // In another order each time, so that what the machine does meanwhile meets all alike.
      for (let k = 0; k < KINDS.length; k++) {
        const kind = KINDS[(k + round) % KINDS.length];
        const address = addressOf(EACH + round * KINDS.length + k);
        const began = performance.now();
        const { status, body } = await identity.login(`${kind}-${round % EACH}`, 'a wrong password', {}, address);
        times.get(kind)?.push(performance.now() - began);
        said.get(kind)?.add(`${status} ${JSON.stringify(body)}`);
      }
      if ((round + 1) % 250 === 0) say(`${round + 1} rounds`);
    }
    const words = new Set([...said.values()].flatMap((each) => [...each]));
    if (words.size !== 1) problems.push(`answers differ: ${[...words].join('; ')}`);
    const known = times.get('known') ?? [];
    const lines = KINDS.map((kind) => {
      const own = times.get(kind) ?? [];
      if (kind === 'known') return `known median ${median(own).toFixed(1)} ms`;
      const { p, share } = ranked(known, own);
      const line = `${kind} ${median(own).toFixed(1)} ms (p ${p.toFixed(3)}, slower in ${(share * 100).toFixed(1)} %)`;
      if (p < SMALLEST_P) problems.push(`told from known users by time: ${line}`);
      return line;
    });
    return { done: `${tries} tries each: ${lines.join('; ')}`, problems };
  },
};

/** A network address for each number. */
function addressOf(k: number): string {
  return `10.${(k >> 16) & 255}.${(k >> 8) & 255}.${k & 255}`;
}

/** Adds users of every kind at once, as an export of Keycloak. */
async function addUsers(identity: IdentityProcess): Promise<void> {
  const salt = randomBytes(16);
  const value = pbkdf2Sync(PASSWORD, salt, 27_500, 32, 'sha256').toString('base64');
  const credential = {
    type: 'password',
    secretData: JSON.stringify({ value, salt: salt.toString('base64') }),
    credentialData: JSON.stringify({ algorithm: 'pbkdf2-sha256', hashIterations: 27_500 }),
  };
  const users = Array.from({ length: EACH }, (_, k) => [
    { username: `known-${k}`, enabled: true, credentials: [credential] },
    { username: `disabled-${k}`, enabled: false, credentials: [credential] },
    { username: `federated-${k}`, enabled: true, federationLink: 'edugain' },
  ]);
  const file = join(tmpdir(), `halcyon-users-${process.pid}.json`);
  writeFileSync(file, JSON.stringify({ realm: 'halcyon', users: users.flat() }));
  await identity.command('realm', 'import', file);
  rmSync(file);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
