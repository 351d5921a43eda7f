import { QUESTIONS } from '../../detectors/evidence/weighing.ts';
import { recordEvidence, type Samples } from './recorded-evidence.ts';
import type { Weights } from './replaced-parts.ts';
import type { Otherwise, Scene } from './scene.ts';
import { taughtForests } from './taught-forests.ts';
import { addNetwork, taughtWeights } from './taught-weights.ts';

/** Penalty on the squared weights, as the delivered ones have it. */
const RIDGE = 3;
/** Seeds of the plain set that teach beside those of the mixed one. */
const PLAIN_SEEDS = 2;

/**
 * Records the evidence of a scene's method and verification over its learning seeds.
 *
 * @param folderOf the folder of a set and seed
 * @param segments stretches of it that teach
 */
export async function evidenceOf(
  scene: Scene,
  folderOf: (set: string, seed: string) => string,
  segments: string,
): Promise<Samples> {
  const taught: Samples = new Map();
  const { excluded, learningSeeds, temporalMethod, spatialMethod } = scene;
  const folders = [
    ...learningSeeds.map((seed) => folderOf('mixed', seed)),
    ...learningSeeds.slice(0, PLAIN_SEEDS).map((seed) => folderOf('plain', seed)),
  ];
  for (const folder of folders) {
    await recordEvidence(folder, segments, excluded, temporalMethod, taught, [spatialMethod]);
  }
  const samples: Samples = new Map();
  addNetwork(taught, samples);
  return samples;
}

/**
 * How a run judges by what evidence teaches: by weights for each kind of question that it is about, and by forests where it is of
 * hourly stations. Some terms may be left out.
 */
export async function taughtBy(
  scene: Scene,
  evidence: Samples,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<Otherwise> {
  const weights: Weights = {};
  for (const kind of QUESTIONS) {
    const taught = taughtWeights(evidence, scene.spatialMethod, kind, RIDGE, leftOut);
    if (taught !== null) weights[kind] = taught;
  }
  const forests = await taughtForests(evidence, leftOut);
  return forests === null ? { weights } : { weights, forests };
}
