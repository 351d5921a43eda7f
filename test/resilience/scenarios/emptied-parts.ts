import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTimeSeries } from '../../../deploy/servers/time-series-server.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { emptyParts } from '../../services/pipeline/broken-parts.ts';
import { COMMAND } from '../halcyon-process.ts';
import { onInstallation } from '../installation.ts';
import { type Scenario, scaled } from '../scenario.ts';

const TIMES = 6;
/** A column of each table whose parts are emptied: of observations, judgements, anomalies, faults, the values under them, conditions of sensors, stations. */
const COLUMNS = [
  'received',
  'temp_out_flag',
  'spatial_neighbors_checked',
  'recovered',
  'fault_id',
  'content',
  'elevation',
];
/** Of the history [ms a slot]. */
const PACE_MS = 200;

/** The engine loses what it has, as one does whose merges ran out of room: a sink stores it again from the log. */
export const emptiedParts: Scenario = {
  name: 'parts',
  title: `the files of every part of the tables emptied under the running engine or while it is down, ${TIMES} times`,
  async run(context) {
    const { folder, say } = context;
    const store = await startTimeSeries(join(folder, 'store'), 'resilience');
    const times = scaled(context, TIMES);
    try {
      const clickhouseUrl = store.url({ database: 'parts' });
      return await onInstallation(context, { name: 'parts', clickhouseUrl }, async (installation) => {
        const { feed, history, workers } = installation;
        const sinks = workers.filter(({ name }) => name === 'sink');
        let emptied = 0;
        const emptyAll = async () => {
          for (let time = 0; time < times; time++) {
            installation.disturbedNow();
            const isDown = time % 2 === 0;
            if (isDown) await store.kill();
            for (const column of COLUMNS) emptied += emptyParts(folder, column);
            if (isDown) await store.start();
            const sink = await installation.untilOne(sinks, 'disk', /what the log has was stored again/);
            say(`round ${time + 1}: ${(await sink?.checks())?.['disk']?.detail}`);
            await promisify(execFile)(process.execPath, [packageFile(...COMMAND), 'store', 'forget-broken'], {
              env: { ...process.env, ...installation.environment },
            });
            await Promise.all(sinks.map((one) => installation.untilSaid(one, 'disk', true)));
            await installation.look();
          }
        };
        await history.pushWhile(feed.url, emptyAll(), PACE_MS);
        return installation.conclude(`${emptied} parts emptied in ${times} rounds`);
      });
    } finally {
      await store.stop();
    }
  },
};
