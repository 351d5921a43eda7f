import { setTimeout as sleep } from 'node:timers/promises';
import { onInstallation } from '../installation.ts';
import { type Scenario, scaled } from '../scenario.ts';

const KILLS = 3;
const AWAY_MS = 20_000;
const BACK_MS = 20_000;

/** With three copies and acknowledgement by all in sync, the loss of a broker costs a pause and nothing else. */
export const oneBrokerOfThree: Scenario = {
  name: 'cluster',
  title: `each of three brokers killed in turn and back, ${KILLS} times in all, acks=all, replication 3`,
  async run(context) {
    const { servers, say } = context;
    const { brokers, addresses } = await servers.cluster();
    const kills = scaled(context, KILLS);
    const settings = { name: 'cluster', brokers: addresses, replication: 3 };
    return onInstallation(context, settings, async (installation) => {
      const { feed, history } = installation;
      const killAll = async () => {
        for (let k = 0; k < kills; k++) {
          const broker = brokers[k % brokers.length];
          const before = history.pushed;
          installation.disturbedNow();
          await broker.kill();
          await sleep(AWAY_MS);
          const pushed = history.pushed - before;
          if (pushed === 0) installation.problems.push('nothing was acknowledged while one broker of three was away');
          await broker.start();
          await sleep(BACK_MS);
          say(`${k + 1} kills, ${pushed} slots while it was away`);
          await installation.look();
        }
      };
      await history.pushWhile(feed.url, killAll(), 100);
      return installation.conclude(`${kills} kills of one broker of three`);
    });
  },
};
