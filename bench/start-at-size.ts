// npm run bench:start: how long the whole system takes from its start to ready on a store that was in use: its stations, a
// growing history, and as at every stop what is not settled yet, which is judged again while it serves. First without the
// windows that a system keeps, then with those of a stop, then with those of a system that is killed. The history is made
// inside the engine.
//   npm run bench:start [-- --stations 100000 --millions 10,30,100]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveJudgement, readConfiguration } from '../schemas/configuration.ts';
import { slotOf } from '../schemas/time.ts';
import { HalcyonProcess } from '../test/resilience/halcyon-process.ts';
import { countOf, refuse, runOptions } from '../test/run-options.ts';
import { MadeHistory } from './made-history.ts';
import { cpuSecondsOf } from './process-cpu.ts';

const { values: given } = runOptions({
  options: {
    stations: { type: 'string', default: '100000' },
    millions: { type: 'string', default: '10,30,100' },
  },
});
const stations = countOf(given, 'stations');
const GOAL_S = 10;
const START_MS = 3_600_000;
/** Windows and baselines of so many stations are on disk so long after all has been judged [ms]. */
const KEPT_MS = 30_000;

const { latenessSlots, hindsightSlots } = liveJudgement(readConfiguration({}));
const sizes = given.millions.split(',').map(Number);
if (!sizes.every((millions) => millions > 0)) {
  refuse(`--millions is '${given.millions}', should be numbers above 0 with commas between them`);
}
for (const millions of sizes) {
  const folder = await mkdtemp(join(tmpdir(), 'halcyon-start-at-size-'));
  try {
    const last = slotOf(Date.now()) - 1;
    const first = last - Math.round((millions * 1e6) / stations) + 1;
    await MadeHistory.in(folder, async (history) => {
      await history.stations(stations);
      await history.reports(stations, first, last);
      await history.baselines(stations, first, last);
      await history.settledUntil(last - latenessSlots - hindsightSlots);
    });
    const system = await HalcyonProcess.on({ environment: { HALCYON_DATA: folder } });
    await ready(system, `${millions} million observations of ${stations} stations, nothing kept`);
    await judged(system);
    await system.stop();
    await ready(system, 'after a stop');
    await judged(system);
    await system.kill();
    await ready(system, 'after a kill');
    await system.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts a system, and prints what that took. */
async function ready(system: HalcyonProcess, what: string): Promise<void> {
  const took = (await system.start(START_MS)) / 1000;
  const cpu = [system.pid, ...system.children()].map((pid) => cpuSecondsOf(pid).toFixed(1));
  console.log(
    `${what}: ready after ${took.toFixed(1)} s (goal <= ${GOAL_S}); CPU system ${cpu[0]} s, engine ${cpu[1]} s`,
  );
}

/** Waits until what was not settled has been judged again, and windows and baselines are kept. */
async function judged(system: HalcyonProcess): Promise<void> {
  const began = performance.now();
  while ((await system.checks())?.['pipeline']?.detail !== 'judging') await sleep(1_000);
  const seconds = (performance.now() - began) / 1000;
  console.log(`  what was not settled has been judged again ${seconds.toFixed(0)} s later`);
  await sleep(KEPT_MS);
}
