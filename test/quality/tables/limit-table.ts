import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { packageFile } from '../../../schemas/package-root.ts';
import { LEARNING, pythonWith } from '../../servers/python-packages.ts';
import { bestByF1, f1, falseFailures, type HarnessFigure, otherThanTiny } from '../figures.ts';
import { intervalOf, intervalText } from '../interval.ts';
import { markdownTable } from '../markdown-table.ts';
import { overSeeds } from '../over-seeds.ts';
import { type Scene, scoreSet } from '../scene.ts';
import type { HarnessScore } from '../scoring.ts';

/** Probabilities from which on the trees name a fault: the best of them is taken, knowing the score. */
const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.9];

/**
 * What another judge could reach: the delivered one were none of its failures false, and boosted trees (scikit-learn) that look at
 * all values of all stations, two weeks back, and were taught this very network, from other seeds and other weeks.
 *
 * @throws Error where Python or its packages cannot be had
 */
export async function limitTable(scene: Scene): Promise<string> {
  const found = await pythonWith(LEARNING);
  if ('missing' in found) throw new Error(found.missing);
  const delivered = await scoreSet(scene, 'mixed');
  const folders = scene.seeds.map((seed) => scene.scoring.injected('mixed', seed));
  teachTrees(found.python, scene, folders);
  const scores = (verdicts: 'first' | 'last') =>
    THRESHOLDS.map((threshold) =>
      folders.map((folder) => scene.scoring.scoreFile(folder, join(folder, `trees-${verdicts}-${threshold}.json`))),
    );
  const of = (verdicts: 'first' | 'last') => delivered.map((one) => one[verdicts]);
  const row = (what: string, [first, last]: readonly (readonly HarnessScore[])[]) => [
    what,
    ...[last, first].flatMap((those) => [f1, otherThanTiny, falseFailures].map((figure) => mean(those, figure))),
  ];
  const perfect = (verdicts: 'first' | 'last') => {
    const share = overSeeds(delivered, verdicts, otherThanTiny)?.mean ?? 0;
    return ((2 * share) / (100 + share)).toFixed(3);
  };
  return markdownTable(
    ['judge', 'F1, settled', 'faults named %', 'false failures', 'F1, at once', 'faults named %', 'false failures'],
    [
      row('as delivered', [of('first'), of('last')]),
      ['the same without its false failures', perfect('last'), '', '0', perfect('first'), '', '0'],
      row('trees learnt on this network', [best(scores('first')), best(scores('last'))]),
    ],
  );
}

/** Has the trees write what they name into the folders. */
function teachTrees(python: string, { scoring, learningSeeds, options, excluded }: Scene, scored: string[]): void {
  const input = JSON.stringify({
    learn: learningSeeds.map((seed) => scoring.injected('mixed', seed)),
    scored,
    segments: options.segments.split(',').map((segment) => segment.split('..')),
    excluded: [...excluded],
    thresholds: THRESHOLDS,
  });
  execFileSync(python, ['-B', packageFile('test', 'quality', 'boosted-trees.py')], {
    input,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

/** The scores, over the seeds, of the threshold that is best for all of them. */
function best(scored: readonly (readonly HarnessScore[])[]): readonly HarnessScore[] {
  return bestByF1(scored, (scores) => scores);
}

function mean(scores: readonly HarnessScore[], figure: HarnessFigure): string {
  const digits = figure === f1 ? 3 : figure === falseFailures ? 2 : 1;
  return intervalText(intervalOf(scores.map((score) => figure(score) ?? 0)), digits);
}
