import { setTimeout as sleep } from 'node:timers/promises';
import { onInstallation } from '../installation.ts';
import { type Scenario, scaled } from '../scenario.ts';

const AWAY_MS = 600_000;
/** Of the history, so that it lasts [ms a slot]. */
const PACE_MS = 400;

/** The catalogue is on nobody's way from an observation to its verdict. */
export const catalogueAway: Scenario = {
  name: 'catalogue',
  title: 'PostgreSQL away for 10 minutes',
  async run(context) {
    const postgres = await context.servers.postgres();
    const awayMs = scaled(context, AWAY_MS);
    return onInstallation(context, { name: 'catalogue', postgresUrl: postgres.url() }, async (installation) => {
      const { feed, history, reads, answers } = installation;
      const takeAway = async () => {
        await installation.untilSaid(reads, 'catalogue', true);
        installation.disturbedNow();
        await postgres.kill();
        const away = sleep(awayMs);
        await installation.untilSaid(reads, 'catalogue', false);
        if ((await answers.untilJudged(history.last, 240_000)) === null) {
          installation.problems.push('nothing was judged while PostgreSQL was away');
        }
        await away;
        await postgres.start();
        await installation.untilSaid(reads, 'catalogue', true);
      };
      await history.pushWhile(feed.url, takeAway(), PACE_MS);
      return installation.conclude(`PostgreSQL away for ${awayMs / 1000} s`);
    });
  },
};
