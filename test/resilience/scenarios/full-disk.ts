import { join } from 'node:path';
import { startTimeSeries } from '../../../deploy/servers/time-series-server.ts';
import { onInstallation } from '../installation.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { SmallDisk } from './small-disk.ts';

const TIMES = 10;
const FULL_MS = 20_000;
/** Size of the file system of the store [MiB]. */
const SIZE_MIB = 256;

/** No room left under the store: the sink waits, says so, and goes on once room is made. */
export const fullDisk: Scenario = {
  name: 'disk',
  title: 'the disk of the time-series store full for 20 s, ten times',
  async run(context) {
    const { folder, say } = context;
    const times = scaled(context, TIMES);
    const disk = new SmallDisk(folder, SIZE_MIB);
    const store = await startTimeSeries(join(disk.folder, 'store'), 'resilience');
    try {
      const clickhouseUrl = store.url({ database: 'disk' });
      return await onInstallation(context, { name: 'disk', clickhouseUrl }, async (installation) => {
        const { feed, history, workers } = installation;
        const sinks = workers.filter(({ name }) => name === 'sink');
        const fillUp = async () => {
          for (let time = 0; time < times; time++) {
            installation.disturbedNow();
            const full = disk.keepFull(FULL_MS);
            await Promise.all(sinks.map((sink) => installation.untilSaid(sink, 'sink', false)));
            await full;
            say(`no room: ${JSON.stringify((await sinks[0]?.checks())?.['sink'])}`);
            disk.clear();
            await Promise.all(sinks.map((sink) => installation.untilSaid(sink, 'sink', true)));
            await installation.look();
          }
        };
        await history.pushWhile(feed.url, fillUp(), 120);
        return installation.conclude(`no room left ${times} times for ${FULL_MS / 1000} s`);
      });
    } finally {
      await store.stop();
      disk.end();
    }
  },
};
