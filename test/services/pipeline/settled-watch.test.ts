import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { RuleBook } from '../../../detectors/rules/rule-book.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { SettledWatch, type SettledWatchDependencies } from '../../../services/pipeline/settled-watch.ts';
import type { JudgedUntil } from '../../../services/stores/time-series-store.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';

const NETWORKS = ['north', 'south', 'west'];
const EVERY_MS = 1_000;

/** Looks at nothing: notes which networks it is asked for, and fails at those given. */
class Noting extends SettledWatch<SettledWatchDependencies> {
  readonly looked: string[] = [];
  readonly failing = new Set<string>();

  protected async lookAt({ network }: JudgedUntil): Promise<void> {
    this.looked.push(network);
    if (this.failing.has(network)) throw new Error('its record is damaged');
  }
}

function watchOf(lines: string[], now: () => number): Noting {
  const dependencies = {
    log: {},
    store: { judgedUntil: async () => NETWORKS.map((network) => ({ network, slot: 1 })) },
    plan: planJudgement({ ...configuration, spatialVerify: true }),
    rules: new RuleBook(),
    now,
    logger: linesTo((line) => lines.push(line)),
  };
  const habit = { everyMs: EVERY_MS, failing: 'nothing can be looked for' };
  return new Noting(dependencies as unknown as SettledWatchDependencies, habit);
}

describe('a watch of all networks', () => {
  it('looks at the others where it fails at one, and tells that once', async () => {
    let clock = 0;
    const lines: string[] = [];
    const watch = watchOf(lines, () => clock);
    watch.failing.add('north').add('west');
    for (let look = 1; look <= 3; look++) {
      watch.tick();
      await watch.finish(AbortSignal.abort());
      assert.deepEqual(watch.looked.splice(0), NETWORKS);
      clock += EVERY_MS;
    }
    assert.equal(lines.length, 1);
    assert.match(lines[0], /nothing can be looked for, trying again: network north: its record is damaged/);
  });

  it('ends at once where the process does', async () => {
    const watch = watchOf([], () => 0);
    await assert.rejects(watch.look(AbortSignal.abort(new Error('the process ends'))), /the process ends/);
    assert.deepEqual(watch.looked, []);
  });
});
