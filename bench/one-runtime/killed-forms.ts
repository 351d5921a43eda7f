import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../test/detectors/stages/small-network.ts';
import type { Findings } from '../../test/resilience/invariants.ts';
import { oneProcessFindings } from '../../test/resilience/one-process-findings.ts';
import { PushedHistory } from '../../test/resilience/pushed-history.ts';
import { settledWhenQuiet } from '../../test/resilience/settled-when-quiet.ts';
import { StoredAnswers } from '../../test/resilience/stored-answers.ts';
import { undisturbedRun } from '../../test/resilience/undisturbed-run.ts';
import type { Figure } from '../figure.ts';
import { buildForms, FORMS, type Form, FormProcess } from './form-process.ts';

/** Of each form, of the system or of its engine. */
const KILLS = 20;
const SEED = 1;
const KINDS = ['lost', 'doubled', 'foreign', 'different'] as const;

/**
 * Kills both forms again and again while a history is pushed, and compares what is stored with a run that nobody disturbs:
 * observations, flags, settled anomalies and faults.
 */
export async function killedForms(): Promise<Figure[]> {
  buildForms();
  const figures: Figure[] = [];
  for (const form of FORMS) {
    const parent = await mkdtemp(join(tmpdir(), 'halcyon-killed-form-'));
    try {
      figures.push(...(await killedForm(form, parent)));
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  }
  return figures;
}

async function killedForm(form: Form, parent: string): Promise<Figure[]> {
  const folder = join(parent, 'data');
  const random = seeded(SEED);
  const process = await FormProcess.on(form, folder);
  const { system } = process;
  const history = new PushedHistory({ network: 'killed', seed: SEED });
  const answers = new StoredAnswers(system.url, history.network);
  const readyMs: number[] = [];
  const killAll = async () => {
    while (readyMs.length < KILLS) {
      await sleep(50 + random() * 2_500);
      const [engine] = system.children();
      const began = performance.now();
      if (random() < 0.3 && engine !== undefined) {
        globalThis.process.kill(engine, 'SIGKILL');
        while (!(await system.ready())) await sleep(50);
      } else {
        await system.kill();
        await system.start();
      }
      readyMs.push(performance.now() - began);
    }
  };
  try {
    await system.start();
    await history.register(system.url);
    await history.pushWhile(system.url, killAll(), 8);
    await system.stop();
    await system.start();
    const all = [...history.acknowledged.values()];
    const expected = await undisturbedRun(history.stations, all);
    const settled = await settledWhenQuiet(answers, expected.verdicts.length + expected.faults.length);
    const findings = await oneProcessFindings({
      history,
      observations: all,
      expected,
      answers,
      settled,
      dataFolder: folder,
      folder: parent,
    });
    for (const [what, found] of Object.entries(findings)) {
      for (const kind of KINDS) {
        if (found[kind].length > 0)
          console.log(
            `${form}: ${what}: ${found[kind].length} ${kind}, for example ${found[kind].slice(0, 3).join(' ; ')}`,
          );
      }
    }
    const sum = (kind: keyof Findings) =>
      Object.values(findings).reduce((total, found) => total + found[kind].length, 0);
    const figure = (name: string, value: number, unit: string, goal = '') => ({
      ...{ name: `${KILLS} kills, ${form}: ${name}`, value, unit, goal },
    });
    return [
      figure('acknowledged', all.length, 'obs'),
      figure('settled anomalies and faults', expected.verdicts.length + expected.faults.length, ''),
      ...KINDS.map((kind) => figure(kind, sum(kind), '', '<= 0')),
      figure('slots sent again', history.resent, ''),
      figure('longest until ready again', Math.max(...readyMs) / 1000, 's'),
    ];
  } finally {
    await system.stop();
  }
}
