import { addNetwork, recordEvidence, type Samples } from './recorded-evidence.ts';
import type { Otherwise, Scene } from './scene.ts';
import { taughtForests } from './taught-forests.ts';

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

/** How a run judges by what evidence teaches. Some terms may be left out. */
export async function taughtBy(evidence: Samples, leftOut: ReadonlySet<string> = new Set()): Promise<Otherwise> {
  return { forests: await taughtForests(evidence, leftOut) };
}
