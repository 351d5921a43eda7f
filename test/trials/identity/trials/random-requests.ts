import { seeded } from '../../../detectors/stages/small-network.ts';
import { SECRET } from '../identity-process.ts';
import { scaled, type Trial } from '../trial.ts';

const ENDPOINTS = ['token', 'token/introspect', 'revoke', 'logout', 'userinfo', 'certs', 'nothing'];
const METHODS = ['POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE'];
const TYPES = [
  'application/x-www-form-urlencoded',
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
];
const NAMES = [
  'grant_type',
  'client_id',
  'client_secret',
  'username',
  'password',
  'scope',
  'audience',
  'refresh_token',
  'subject_token',
  'subject_token_type',
  'requested_token_type',
  'actor_token',
  'resource',
  'token',
  'id_token_hint',
  '__proto__',
  'constructor',
  '',
];
const GRANTS = ['password', 'client_credentials', 'refresh_token', 'urn:ietf:params:oauth:grant-type:token-exchange'];
/** At once. */
const CLIENTS = 16;
/** What it may take beyond what it took after the first tenth [MB]. */
const MOST_GROWTH_MB = 150;

/** Whatever comes, nothing is accepted that should not be, nothing fails, nothing grows. */
export const randomRequests: Trial = {
  name: 'random',
  title: '100,000 random requests: none accepted, none answered with 5xx but for throttled logins, memory bounded',
  async run(context) {
    const { identity, seed, say } = context;
    const count = scaled(context, 100_000);
    const problems: string[] = [];
    const statuses = new Map<number, number>();
    const random = seeded(seed);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)];
    const text = () =>
      String.fromCodePoint(
        ...Array.from({ length: Math.floor(random() * 12) }, () => 1 + Math.floor(random() * 0xd7fe)),
      );
    const value = () =>
      pick([
        text,
        () => pick(GRANTS),
        () => 'web',
        () => 'svc',
        () => 'ada',
        () => '-1',
        () => 'a'.repeat(Math.floor(random() * 3000)),
        () => 'eyJhbGciOiJub25lIn0.e30.',
        () => '\0',
        () => "' OR 1=1 --",
        () => 'dmm aps',
      ])();
    let sent = 0;
    let first = 0;
    const ask = async () => {
      const method = pick(METHODS);
      const pairs = Array.from({ length: Math.floor(random() * 8) }, (): [string, string] => [
        random() < 0.9 ? pick(NAMES) : text(),
        value(),
      ]);
      const authorization = pick([
        '',
        '',
        `Basic ${Buffer.from(`svc:${text()}`).toString('base64')}`,
        'Basic %%%',
        'Bearer x.y.z',
        `Bearer ${'a'.repeat(200)}`,
      ]);
      const realm = random() < 0.95 ? 'halcyon' : encodeURIComponent(text());
      const type = random() < 0.8 ? TYPES[0] : pick(TYPES);
      const query = random() < 0.05 ? `?${new URLSearchParams(pairs).toString()}` : '';
      const path = random() < 0.02 ? '.well-known/openid-configuration' : `protocol/openid-connect/${pick(ENDPOINTS)}`;
      const headers = {
        ...(authorization !== '' && { Authorization: authorization }),
        ...(type !== '' && { 'Content-Type': type }),
      };
      const body = method === 'GET' ? {} : { body: random() < 0.9 ? new URLSearchParams(pairs).toString() : text() };
      const response = await fetch(`${identity.process.url}/oauth/realms/${realm}/${path}${query}`, {
        method,
        headers,
        ...body,
      });
      const answer = await response.text();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      // The only server error there may be: more logins at once than are let wait.
      const busy = response.status === 503 && answer.includes('temporarily_unavailable');
      if (response.status >= 500 && !busy)
        problems.push(`${method} ${path}: ${response.status} ${answer.slice(0, 200)}`);
      if (/"(access|refresh|id)_token":"|"active":true/.test(answer))
        problems.push(`accepted: ${method} ${path} ${JSON.stringify(pairs)}`);
      if (/ at .*\.(js|ts):\d+/.test(answer)) problems.push(`tells of its insides: ${answer.slice(0, 200)}`);
    };
    const client = async () => {
      while (sent < count) {
        sent++;
        if (sent === Math.ceil(count / 10)) first = await memoryMb(identity.process.url);
        if (sent % 25_000 === 0) say(`${sent} requests`);
        await ask().catch((error: unknown) => problems.push(`no answer: ${String(error)}`));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const last = await memoryMb(identity.process.url);
    if (last - first > MOST_GROWTH_MB) problems.push(`it grew from ${first} to ${last} MB`);
    const { status } = await identity.token({ grant_type: 'client_credentials', scope: 'aps' }, `svc:${SECRET}`);
    if (status !== 200) problems.push(`a good request is answered ${status} afterwards`);
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([code, times]) => `${code}: ${times}`);
    return { done: `${count} requests (${counts.join(', ')}), memory ${first} to ${last} MB`, problems };
  },
};

/** What the process takes [MB], as it says itself. */
async function memoryMb(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^process_memory_usage_bytes(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1];
  return Math.round(Number(bytes) / 1e6);
}
