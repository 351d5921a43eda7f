import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../../detectors/stages/small-network.ts';
import { scaled, type Trial } from '../trial.ts';

const SESSIONS = 8;

/** A session whose refresh token is used again and again. */
interface Held {
  /** The newest that was given. */
  token: string;
  /** Tokens that were taken for a newer one, oldest first. */
  readonly used: string[];
  /** True where the answer to the last use was lost with the service: it may have been taken or not. */
  uncertain: boolean;
}

/** Whatever the moment of its end: a refresh token that was given is good, one that was taken is not. */
export const kills: Trial = {
  name: 'kills',
  title: '50 kill -9 while refresh tokens are taken: none that was given is lost, none is good twice',
  async run(context) {
    const { identity, say, seed } = context;
    const random = seeded(seed);
    const problems: string[] = [];
    const count = scaled(context, 50);
    let [refreshed, uncertain, opened] = [0, 0, 0];
    const login = async (): Promise<Held> => {
      const { body } = await identity.login('ada');
      opened++;
      return { token: body.refresh_token ?? '', used: [], uncertain: false };
    };
    const held: Held[] = [];
    for (let k = 0; k < SESSIONS; k++) held.push(await login());
    const refresh = (token: string) =>
      identity.token({ grant_type: 'refresh_token', client_id: 'web', refresh_token: token });
    for (let round = 0; round < count; round++) {
      let killed = false;
      const using = held.map(async (one) => {
        while (!killed && !one.uncertain) {
          try {
            const { status, body } = await refresh(one.token);
            if (status !== 200 || body.refresh_token === undefined) {
              problems.push(`a token that was given is refused: ${status} ${body.error ?? ''}`);
              return;
            }
            one.used.push(one.token);
            one.token = body.refresh_token;
            refreshed++;
          } catch {
            one.uncertain = true;
          }
        }
      });
      await sleep(100 + random() * 400);
      await identity.process.kill();
      killed = true;
      await Promise.all(using);
      await identity.process.start();
      for (const [k, one] of held.entries()) {
        if (one.uncertain) {
          uncertain++;
          // Its answer was lost: the token was either not taken and is good, or taken, and then its session ends.
          const { status, body } = await refresh(one.token);
          if (status === 200 && body.refresh_token !== undefined) {
            one.used.push(one.token);
            one.token = body.refresh_token;
            one.uncertain = false;
          } else {
            held[k] = await login();
            continue;
          }
        }
        if (round % 10 !== 9) continue;
        // One that was taken before is in two hands: it is refused, and the session with it.
        const old = one.used.at(-1);
        if (old === undefined) continue;
        if ((await refresh(old)).status === 200) problems.push('a token is good twice');
        if ((await refresh(one.token)).status === 200) problems.push('a session goes on after a token was shown twice');
        held[k] = await login();
      }
      if ((round + 1) % 10 === 0) say(`${round + 1} kills, ${refreshed} tokens taken`);
    }
    const done = `${count} kills, ${refreshed} tokens taken for new ones, ${uncertain} answers lost, ${opened} sessions`;
    return { done, problems };
  },
};
