import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../detectors/stages/small-network.ts';
import { onInstallation } from '../installation.ts';
import { type Scenario, scaled } from '../scenario.ts';

const KILLS = 100;
/** How long a kill waits for something to be pushed since the one before [ms]. */
const MOST_MS = 5_000;

/** Any process may die at any moment, also while another is just coming back. */
export const killedProcesses: Scenario = {
  name: 'kills',
  title: `${KILLS} x kill -9 of a process by chance: feed, two workers of each stage, two sinks, time-series server`,
  async run(context) {
    const { servers, seed, say } = context;
    const kills = scaled(context, KILLS);
    const random = seeded(seed);
    const timeSeries = await servers.timeSeries();
    return onInstallation(context, { name: 'kills' }, async (installation) => {
      const { feed, workers, history } = installation;
      const victims = [feed, ...workers, timeSeries];
      const killed = new Map<string, number>();
      const down = new Set<unknown>();
      const restarting: Promise<unknown>[] = [];
      const killOne = async () => {
        const up = victims.filter((one) => !down.has(one));
        const victim = up[Math.floor(random() * up.length)];
        if (victim === undefined) return;
        const name = victim === timeSeries ? 'time series' : (workers.find((one) => one === victim)?.name ?? 'feed');
        killed.set(name, (killed.get(name) ?? 0) + 1);
        down.add(victim);
        installation.disturbedNow();
        await victim.kill();
        // Others may be killed before it is back.
        restarting.push(victim.start().then(() => down.delete(victim)));
      };
      /** Kills while nothing happens would show little. */
      const somethingPushed = async () => {
        const before = history.pushed;
        const end = performance.now() + MOST_MS;
        while (history.pushed < before + 2 && performance.now() < end) await sleep(50);
      };
      const killAll = async () => {
        while (restarting.length < kills) {
          await sleep(200 + random() * 1_500);
          await somethingPushed();
          await killOne();
          if (restarting.length % 10 > 0) continue;
          say(`${restarting.length} kills, ${history.pushed} slots`);
          await installation.look();
        }
        await Promise.all(restarting);
      };
      await history.pushWhile(feed.url, killAll(), 60);
      const each = Array.from(killed, ([name, count]) => `${name} ${count}`);
      return installation.conclude(`${kills} kills: ${each.join(', ')}`);
    });
  },
};
