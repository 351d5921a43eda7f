import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../detectors/stages/small-network.ts';
import { HalcyonProcess } from '../halcyon-process.ts';
import { compare } from '../invariants.ts';
import { oneProcessFindings } from '../one-process-findings.ts';
import { PushedHistory } from '../pushed-history.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { StoredAnswers } from '../stored-answers.ts';
import { undisturbedRun } from '../undisturbed-run.ts';

const KILLS = 50;
/** How long an ordered end and a start may take to have everything settled [ms]. */
const SETTLE_MS = 5_000;

/** One process on the embedded log and stores: what is acknowledged is in the store. */
export const embedded: Scenario = {
  name: 'embedded',
  title: `one process on everything embedded, ${KILLS} x kill -9 of it or of its engine`,
  async run(context) {
    const random = seeded(context.seed);
    const kills = scaled(context, KILLS);
    const data = join(context.folder, 'data');
    const system = await HalcyonProcess.on({ environment: { HALCYON_DATA: data } });
    const history = new PushedHistory({ network: 'embedded', seed: context.seed });
    const answers = new StoredAnswers(system.url, history.network);
    const seen = new Map<string, string>();
    const counts = { system: 0, engine: 0 };
    let longestMs = 0;
    const killAll = async () => {
      for (let k = 0; k < kills; k++) {
        await sleep(50 + random() * 1_200);
        const engine = system.children()[0];
        const began = performance.now();
        if (random() < 0.5 && engine !== undefined) {
          process.kill(engine, 'SIGKILL');
          counts.engine++;
          while (!(await system.ready())) await sleep(50);
        } else {
          await system.kill();
          counts.system++;
          await system.start();
        }
        longestMs = Math.max(longestMs, performance.now() - began);
        const verdicts = await answers.settledItems().catch(() => []);
        const faults = await answers.settledFaultItems().catch(() => []);
        for (const { key, content } of [...verdicts, ...faults]) seen.set(key, content);
      }
    };
    try {
      await system.start();
      await history.register(system.url);
      await history.pushWhile(system.url, killAll(), 8);
      await system.stop();
      await system.start();
      await sleep(SETTLE_MS);
      const all = [...history.acknowledged.values()];
      const verdicts = await answers.settledItems();
      const faults = await answers.settledFaultItems();
      const expected = await undisturbedRun(history.stations, all);
      const found = await oneProcessFindings({
        history,
        observations: all,
        expected,
        answers,
        settled: { verdicts, faults },
        dataFolder: data,
        folder: context.folder,
      });
      return {
        done: `${counts.system} kills of the system, ${counts.engine} of its engine; ${history.pushed} slots, ${history.resent} sent again`,
        acknowledged: all.length,
        expected: { verdicts: expected.verdicts.length, faults: expected.faults.length },
        findings: {
          ...found,
          'seen on the way': compare(
            Array.from(seen, ([key, content]) => ({ key, content })),
            [...verdicts, ...faults].filter(({ key }) => seen.has(key)),
          ),
        },
        longestMs,
        problems: [],
      };
    } finally {
      await system.stop();
    }
  },
};
