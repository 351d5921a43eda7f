import { setTimeout as sleep } from 'node:timers/promises';
import type { TopicName } from '../../../schemas/topics.ts';
import { type Installation, onInstallation } from '../installation.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { recordsOf } from '../topic-verdicts.ts';

const AWAY_MS = 600_000;
/** How long the server stands still, its connections open [ms]. */
const HANGING_MS = 60_000;
/** Of the history, so that it lasts [ms a slot]. */
const PACE_MS = 380;

/** The sink waits and says so, the stages go on judging, and the store is brought up to date when it is back. */
export const storeAway: Scenario = {
  name: 'store',
  title: 'the time-series server stands still for a minute, then is away for 10 minutes',
  async run(context) {
    const { servers, say } = context;
    const timeSeries = await servers.timeSeries();
    const [hangingMs, awayMs] = [scaled(context, HANGING_MS), scaled(context, AWAY_MS)];
    return onInstallation(context, { name: 'store' }, async (installation) => {
      const { feed, history } = installation;
      const takeAway = async () => {
        installation.disturbedNow();
        timeSeries.pause();
        const hanging = sleep(hangingMs);
        await Promise.all(sinksOf(installation).map((sink) => installation.untilSaid(sink, 'time_series', false)));
        await hanging;
        timeSeries.resume();
        await Promise.all(sinksOf(installation).map((sink) => installation.untilSaid(sink, 'sink', true)));
        say('it stood still and went on');

        installation.disturbedNow();
        await timeSeries.kill();
        const away = sleep(awayMs);
        await Promise.all(sinksOf(installation).map((sink) => installation.untilSaid(sink, 'sink', false)));
        const before = await countsOf(installation);
        await away;
        const after = await countsOf(installation);
        for (const topic of ['judgements', 'anomalies'] as const) {
          const more = after[topic] - before[topic];
          say(`${more} ${topic} while the store was away`);
          if (more <= 0) installation.problems.push(`no ${topic} were published while the store was away`);
        }
        await timeSeries.start();
        await Promise.all(sinksOf(installation).map((sink) => installation.untilSaid(sink, 'sink', true)));
      };
      await history.pushWhile(feed.url, takeAway(), PACE_MS);
      return installation.conclude(`store standing still for ${hangingMs / 1000} s, away for ${awayMs / 1000} s`);
    });
  },
};

function sinksOf({ workers }: Installation): Installation['workers'] {
  return workers.filter(({ name }) => name === 'sink');
}

async function countsOf({ log }: Installation): Promise<Record<'judgements' | 'anomalies', number>> {
  const count = async (topic: TopicName) => (await recordsOf(log, topic)).length;
  return { judgements: await count('judgements'), anomalies: await count('anomalies') };
}
