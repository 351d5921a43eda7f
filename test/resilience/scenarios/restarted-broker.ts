import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../detectors/stages/small-network.ts';
import { onInstallation } from '../installation.ts';
import { type Scenario, scaled } from '../scenario.ts';

const KILLS = 10;
/** How long the broker is away and how long it is back before it is killed again [ms]. */
const AWAY_MS = 5_000;
const BACK_MS = 8_000;

/** The only broker dies without a word and comes back. */
export const restartedBroker: Scenario = {
  name: 'broker',
  title: `the only broker killed and restarted ${KILLS} times`,
  async run(context) {
    const { servers, seed, say } = context;
    const random = seeded(seed);
    const kills = scaled(context, KILLS);
    const kafka = await servers.kafka();
    return onInstallation(context, { name: 'broker' }, async (installation) => {
      const { feed, history } = installation;
      const killAll = async () => {
        for (let k = 0; k < kills; k++) {
          await sleep(BACK_MS * random());
          installation.disturbedNow();
          await kafka.kill();
          await sleep(AWAY_MS * random());
          await kafka.start();
          say(`${k + 1} kills, ${history.pushed} slots`);
          await installation.look();
        }
      };
      await history.pushWhile(feed.url, killAll(), 100);
      return installation.conclude(`${kills} kills of the broker`);
    });
  },
};
