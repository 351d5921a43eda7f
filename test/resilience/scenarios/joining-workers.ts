import { setTimeout as sleep } from 'node:timers/promises';
import { onInstallation } from '../installation.ts';
import { type Scenario, scaled } from '../scenario.ts';

const ROUNDS = 10;
const EVERY_MS = 30_000;
const PARTS = ['temporal', 'spatial', 'sink'];

/** Workers come and go in order: partitions move, windows are rebuilt, nothing is judged twice in different ways. */
export const joiningWorkers: Scenario = {
  name: 'rebalance',
  title: `workers of temporal, spatial and sink joining and leaving every 30 s, ${ROUNDS} times (5 minutes)`,
  async run(context) {
    const rounds = scaled(context, ROUNDS);
    return onInstallation(context, { name: 'rebalance' }, async (installation) => {
      const { feed, history, workers } = installation;
      const joinAndLeave = async () => {
        for (let round = 0; round < rounds; round++) {
          const next = sleep(EVERY_MS);
          installation.disturbedNow();
          await Promise.all(
            PARTS.map(async (part) => {
              if (round % 2 === 0) return installation.join(part);
              const oldest = workers.find(({ name }) => name === part);
              if (oldest !== undefined) await installation.leave(oldest);
            }),
          );
          await installation.look();
          context.say(`${round + 1} rounds, ${history.pushed} slots`);
          await next;
        }
      };
      await history.pushWhile(feed.url, joinAndLeave(), 150);
      const seconds = (rounds * EVERY_MS) / 1000;
      return installation.conclude(`${rounds} times three workers joining or leaving within ${seconds} s`);
    });
  },
};
