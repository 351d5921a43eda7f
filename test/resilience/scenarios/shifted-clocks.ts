import type { Observation } from '../../../schemas/observation.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { seeded } from '../../detectors/stages/small-network.ts';
import type { HalcyonProcess } from '../halcyon-process.ts';
import { onInstallation } from '../installation.ts';
import type { Scenario } from '../scenario.ts';

const HOUR_MS = 3_600_000;
const DAYS = 3;
/** The history ends so long before now [ms]. */
const BEFORE_NOW_MS = HOUR_MS / 4;

/** Observations and their corrections come in by feeds whose clocks disagree by two hours. */
export const shiftedClocks: Scenario = {
  name: 'clock',
  title:
    'feeds whose clocks are an hour ahead and an hour behind beside one that is right, corrections by another of them',
  async run(context) {
    const random = seeded(context.seed);
    const history = { days: DAYS, endsAt: Date.now() - BEFORE_NOW_MS };
    return onInstallation(context, { name: 'clock', history }, async (installation) => {
      const { feed, history } = installation;
      const ahead = await feedWith(HOUR_MS);
      const behind = await feedWith(-HOUR_MS);
      const feeds = [feed, ahead, behind];
      let corrections = 0;
      const correcting: { readonly observation: Observation; readonly by: HalcyonProcess }[] = [];
      for (let slot = 0; history.pushed < history.slots.length; slot++) {
        const observations = history.takeNext();
        for (const { observation, by } of correcting.splice(0)) await history.push(by.url, [observation]);
        for (const [k, by] of feeds.entries()) {
          const own = observations.filter(({ station }) => (Number(station.slice(1)) + slot) % feeds.length === k);
          await history.push(by.url, own);
          for (const observation of own) {
            if (random() >= 0.05) continue;
            corrections++;
            const temp_out = (observation.values.temp_out ?? 15) + (random() < 0.3 ? 9 : 0.1);
            const other = feeds[(k + 1 + Math.floor(random() * 2)) % feeds.length];
            correcting.push({
              observation: { ...observation, values: { ...observation.values, temp_out } },
              by: other,
            });
          }
        }
        history.last = observations;
      }
      return installation.conclude(`feeds an hour ahead and behind, ${corrections} corrections by another feed`);

      async function feedWith(clockMs: number): Promise<HalcyonProcess> {
        const process = await installation.newProcess({
          only: 'feed',
          node: ['--import', packageFile('test', 'resilience', 'shifted-clock.mjs')],
          environment: { HALCYON_RESILIENCE_CLOCK: String(clockMs) },
        });
        installation.workers.push(process);
        await process.start();
        return process;
      }
    });
  },
};
