import { setTimeout as sleep } from 'node:timers/promises';
import { type Installation, onInstallation } from '../installation.ts';
import { type Scenario, scaled } from '../scenario.ts';

const AWAY_MS = 60_000;
const WAITING = /schema registry at .* waiting for it/;

/** Who starts waits for the registry and says so; who runs knows the schemas and goes on. */
export const registryAway: Scenario = {
  name: 'registry',
  title: 'registry away when processes start, and for a minute while workers are killed and restarted',
  async run(context) {
    const { servers, say } = context;
    const awayMs = scaled(context, AWAY_MS);
    const registry = await servers.registry();
    return onInstallation(
      context,
      { name: 'registry' },
      async (installation) => {
        const { feed, workers, history, answers } = installation;
        const takeAway = async () => {
          installation.disturbedNow();
          await registry.kill();
          const away = sleep(awayMs);
          await history.pushNext(feed.url);
          if ((await answers.untilJudged(history.last, 240_000)) === null) {
            installation.problems.push('nothing was judged while the registry was away');
          }
          const restarted = workers.filter((_, i) => i % 2 === 0);
          await Promise.all(restarted.map((worker) => worker.kill()));
          const back = restarted.map((worker) => worker.start(awayMs + 300_000));
          await Promise.all(restarted.map((worker) => installation.untilWritten(worker, WAITING)));
          await away;
          await registry.start();
          await Promise.all(back);
          say(`${restarted.length} workers waited for the registry`);
        };
        await history.pushWhile(feed.url, takeAway(), 200);
        return installation.conclude(`registry away at the start and for ${awayMs / 1000} s with half of the workers`);
      },
      startWithout,
    );

    async function startWithout(installation: Installation): Promise<void> {
      await registry.kill();
      const starting = installation.start();
      starting.catch(() => undefined);
      const { feed, workers } = installation;
      await Promise.all([feed, ...workers].map((process) => installation.untilWritten(process, WAITING)));
      await registry.start();
      await starting;
    }
  },
};
