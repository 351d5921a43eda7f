import { QUESTIONS } from '../../detectors/spatial/weighing.ts';
import { type LagsFrom, lagsFrom } from './lag-term.ts';
import { recordEvidence, type Samples } from './recorded-evidence.ts';
import type { Weights } from './replaced-parts.ts';
import type { Scene } from './scene.ts';
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
 * @param lags where the lags that are usual are learnt, for the term of them; null where there is to be none
 */
export async function evidenceOf(
  scene: Scene,
  folderOf: (set: string, seed: string) => string,
  segments: string,
  lags: LagsFrom | null = null,
): Promise<Samples> {
  const taught: Samples = new Map();
  const { excluded, learningSeeds, temporalMethod, spatialMethod } = scene;
  const folders = [
    ...learningSeeds.map((seed) => folderOf('mixed', seed)),
    ...learningSeeds.slice(0, PLAIN_SEEDS).map((seed) => folderOf('plain', seed)),
  ];
  const known = lags === null ? null : await lagsFrom(lags);
  for (const folder of folders) {
    await recordEvidence(folder, segments, excluded, temporalMethod, taught, [spatialMethod], known);
  }
  const samples: Samples = new Map();
  addNetwork(taught, samples);
  return samples;
}

/** The weights that evidence teaches, for each kind of question that it is about; some terms may be left out. */
export function weightsOf(scene: Scene, evidence: Samples, leftOut: ReadonlySet<string> = new Set()): Weights {
  const weights: Weights = {};
  for (const kind of QUESTIONS) {
    const taught = taughtWeights(evidence, scene.spatialMethod, kind, RIDGE, leftOut);
    if (taught !== null) weights[kind] = taught;
  }
  return weights;
}
