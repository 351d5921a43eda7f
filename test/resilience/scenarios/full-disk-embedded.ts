import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HalcyonProcess } from '../halcyon-process.ts';
import { oneProcessFindings } from '../one-process-findings.ts';
import { PushedHistory } from '../pushed-history.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { StoredAnswers } from '../stored-answers.ts';
import { undisturbedRun } from '../undisturbed-run.ts';
import { SmallDisk } from './small-disk.ts';

const TIMES = 10;
const FULL_MS = 10_000;
/** Pushed before the disk is full for the first time, so that there are parts to be merged [ms]. */
const BEFORE_MS = 20_000;
const SETTLE_MS = 5_000;
const SIZE_MIB = 768;

/** No room left under the folder of one process: no log would bring back what its engine loses. */
export const fullDiskEmbedded: Scenario = {
  name: 'disk-embedded',
  title: `one process on everything embedded, its disk full for ${FULL_MS / 1000} s, ${TIMES} times`,
  async run(context) {
    const { folder, seed, say } = context;
    const disk = new SmallDisk(folder, SIZE_MIB);
    const data = join(disk.folder, 'data');
    const system = await HalcyonProcess.on({ environment: { HALCYON_DATA: data } });
    const history = new PushedHistory({ network: 'disk', seed, stations: 40 });
    const answers = new StoredAnswers(system.url, history.network);
    const problems: string[] = [];
    const times = scaled(context, TIMES);
    let longestMs = 0;
    /** What a push is answered, and what the process says of its disk. */
    const answered = async () => {
      const item = { station_id: history.stations[0]?.id, time: new Date().toISOString(), temp_out: 15 };
      const body = JSON.stringify([{ ...item, time: '2000-01-01T00:00:00Z' }]);
      const headers = { 'content-type': 'application/json' };
      const url = `${system.url}/api/v1/observations?network=probe`;
      const status = await fetch(url, { method: 'POST', headers, body }).then(
        (answer) => answer.status,
        () => 0,
      );
      return { status, disk: (await system.checks())?.['disk'] };
    };
    const fillUp = async () => {
      await sleep(scaled(context, BEFORE_MS));
      for (let time = 0; time < times; time++) {
        await disk.keepFull(FULL_MS);
        const full = await answered();
        if (full.status !== 507) problems.push(`a push on a full disk was answered ${full.status}`);
        if (full.disk?.ok !== false) problems.push(`on a full disk it says: ${JSON.stringify(full.disk)}`);
        if (time === 0) say(`no room: ${JSON.stringify(full)}`);
        const began = performance.now();
        disk.clear();
        while ((await answered()).status !== 200) await sleep(100);
        longestMs = Math.max(longestMs, performance.now() - began);
        await sleep(1_000);
      }
    };
    try {
      await system.start();
      await history.register(system.url);
      await history.pushWhile(system.url, fillUp(), 8);
      await system.stop();
      await system.start();
      await sleep(SETTLE_MS);
      const all = [...history.acknowledged.values()];
      const expected = await undisturbedRun(history.stations, all);
      const settled = { verdicts: await answers.settledItems(), faults: await answers.settledFaultItems() };
      return {
        done: `no room left ${times} times; ${history.pushed} slots, ${history.resent} sent again`,
        acknowledged: all.length,
        expected: { verdicts: expected.verdicts.length, faults: expected.faults.length },
        findings: await oneProcessFindings({
          history,
          observations: all,
          expected,
          answers,
          settled,
          dataFolder: data,
          folder,
        }),
        longestMs,
        problems,
      };
    } finally {
      await system.stop();
      disk.end();
    }
  },
};
