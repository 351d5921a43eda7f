import { LEARNING, pythonWith, TITANLIB } from '../../servers/python-packages.ts';
import { bestByF1, f1, falseFailures, type HarnessFigure, otherThanTiny } from '../figures.ts';
import { markdownTable } from '../markdown-table.ts';
import { cellOf, overSeeds } from '../over-seeds.ts';
import { askRivals, type Parameters, RIVALS, type Rival, rivalReport } from '../rivals.ts';
import { type NamedScene, type Scene, scoreSet } from '../scene.ts';
import type { Verdicts } from '../scored-run.ts';
import type { HarnessScore } from '../scoring.ts';

const COLUMNS = [
  ...['network', 'judge', 'mixed F1', 'faults named %', 'mixed: false failures', 'clean: false failures'],
  'parameters',
];

/** A Python for the rivals, and why titanlib is not among its packages, where it is not. */
export interface RivalPython {
  readonly python: string;
  readonly withoutTitanlib: string | null;
}

/**
 * What others make of the same injected folders, beside the settled verdicts of the delivered judgement. Each rival has, for
 * each network, the parameters of its grid that are best there, chosen knowing the score.
 *
 * @throws Error where Python or scikit-learn cannot be had
 */
export async function rivalsTable(scenes: readonly NamedScene[]): Promise<string> {
  const python = await rivalPython();
  const sets = scenes.map(({ scene }) => Promise.all([scoreSet(scene, 'mixed'), scoreSet(scene, 'clean')]));
  const delivered = await Promise.all(sets);
  const lines = scenes.flatMap(({ name, scene }, k) => {
    const [mixed, clean] = delivered[k].map((scored) => scored.map(({ last }) => last));
    const own = [name, 'as delivered', ...figures(mixed, clean), ''];
    return [own, ...rivalLines(python, scene, RIVALS).map((line) => [name, ...line])];
  });
  return markdownTable(COLUMNS, lines);
}

/** @throws Error where there is none even without titanlib */
async function rivalPython(): Promise<RivalPython> {
  const all = await pythonWith([...LEARNING, TITANLIB]);
  if ('python' in all) return { ...all, withoutTitanlib: null };
  const found = await pythonWith(LEARNING);
  if ('missing' in found) throw new Error(found.missing);
  return { ...found, withoutTitanlib: all.missing };
}

/** A line of each rival: judge, figures, parameters. Where titanlib is missing, those that need it have no figures, and say why. */
export function rivalLines(
  { python, withoutTitanlib }: RivalPython,
  scene: Scene,
  rivals: readonly Rival[],
): string[][] {
  const { scoring, seeds, options } = scene;
  const there = rivals.filter(({ needsTitanlib }) => withoutTitanlib === null || !needsTitanlib);
  const mixed = seeds.map((seed) => scoring.injected('mixed', seed));
  const clean = scoring.injected('clean', '1');
  const judges = Object.fromEntries(there.map(({ name, grid }) => [name, grid]));
  askRivals(python, { folders: mixed, segments: options.segments, judges });
  const found = there.map((rival) => ({ rival, ...bestOf(scene, mixed, rival) }));
  const chosen = Object.fromEntries(found.map(({ rival, parameters }) => [rival.name, [parameters]]));
  askRivals(python, { folders: [clean], segments: options.segments, judges: chosen });
  return rivals.map((rival) => {
    const one = found.find((those) => those.rival === rival);
    if (one === undefined) return [rival.title, '-', '-', '-', '-', withoutTitanlib ?? ''];
    const ofClean = scoring.scoreFile(clean, rivalReport(clean, rival.name, 0));
    return [rival.title, ...figures(one.scores, [ofClean]), inWords(one.parameters)];
  });
}

/** The parameters with the highest mean F1 over the folders, and its scores. */
function bestOf({ scoring }: Scene, folders: readonly string[], { name, grid }: Rival) {
  const tried = grid.map((parameters, k) => ({
    parameters,
    scores: folders.map((folder) => scoring.scoreFile(folder, rivalReport(folder, name, k))),
  }));
  return bestByF1(tried, ({ scores }) => scores);
}

function figures(mixed: readonly HarnessScore[], clean: readonly HarnessScore[]): string[] {
  const cell = (scores: readonly HarnessScore[], figure: HarnessFigure, digits: number) => {
    const verdicts: Verdicts<HarnessScore>[] = scores.map((score) => ({ first: score, last: score }));
    return cellOf(overSeeds(verdicts, 'last', figure), digits);
  };
  return [
    cell(mixed, f1, 3),
    cell(mixed, otherThanTiny, 1),
    ...[cell(mixed, falseFailures, 2), cell(clean, falseFailures, 2)],
  ];
}

function inWords(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ');
}
