import { setTimeout as sleep } from 'node:timers/promises';
import { IssuerKeys } from '../../../../services/access/issuer-keys.ts';
import { verifyAccessToken } from '../../../../services/access/verify-access-token.ts';
import { SECRET } from '../identity-process.ts';
import { scaled, type Trial } from '../trial.ts';

/** Between two changes of keys or restarts [ms]: long enough that a new key comes to sign. */
const BETWEEN_MS = 20_000;
const CLIENTS = 4;

/** No valid token is refused while keys change and the service is started anew. */
export const rotation: Trial = {
  name: 'rotation',
  title:
    '9 changes of keys and restarts in turn under load: every valid token is taken by services and by introspection',
  async run(context) {
    const { identity, say } = context;
    const problems: string[] = [];
    const rounds = scaled(context, 9);
    const issuer = `${identity.process.url}/oauth/realms/halcyon`;
    const keys = new IssuerKeys(issuer, []);
    const kids = new Set<string>();
    const recent: string[] = [];
    let [issued, verified, introspected, ending, down] = [0, 0, 0, false, false];
    const verify = async (token: string) => {
      // As a service elsewhere does, with the keys as it has them.
      const expected = { issuer, audience: 'aps', algorithms: ['RS256'], keys: keys.find, now: Date.now() };
      await verifyAccessToken(token, expected);
      verified++;
    };
    const client = async () => {
      while (!ending) {
        try {
          const { status, body } = await identity.token({ grant_type: 'client_credentials' }, `svc:${SECRET}`);
          const token = body.access_token;
          if (status !== 200 || token === undefined) {
            if (!down) problems.push(`no token: ${status}`);
            continue;
          }
          issued++;
          const [header = ''] = token.split('.');
          kids.add((JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid);
          recent.push(token);
          // The newest, and one from before the last change.
          for (const one of [token, recent[Math.max(0, recent.length - 2_000)] ?? token]) await verify(one);
          const known = await identity.post('token/introspect', { token }, `aps:${SECRET}`);
          if (known.status === 200 && known.body.active !== true) problems.push('a good token is not active');
          introspected++;
        } catch (error) {
          // While it is started anew nobody answers; what a token is refused for is no such thing.
          const away = error instanceof TypeError;
          if (!away || !down) problems.push(String(error));
          if (away) await sleep(50);
        }
      }
    };
    const load = Promise.all(Array.from({ length: CLIENTS }, client));
    for (let round = 0; round < rounds; round++) {
      await sleep(BETWEEN_MS);
      if (round % 3 === 2) {
        down = true;
        await identity.process.stop();
        await identity.process.start();
        down = false;
        say('started anew');
      } else {
        say((await identity.command('keys', 'rotate')).trim());
      }
    }
    await sleep(BETWEEN_MS);
    ending = true;
    await load;
    const changes = rounds - Math.floor(rounds / 3);
    if (kids.size !== changes + 1) problems.push(`${kids.size} keys have signed, ${changes + 1} should have`);
    const done = `${issued} tokens of ${kids.size} keys, ${verified} verifications, ${introspected} introspections`;
    return { done, problems: [...new Set(problems)] };
  },
};
