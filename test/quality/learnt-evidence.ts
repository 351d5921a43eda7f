import { DOCUMENTED_VARIABLES } from '../../schemas/elements/element.ts';
import type { Variable } from '../../schemas/variables.ts';
import { addNetwork, type Recording, recordEvidence, type Samples } from './recorded-evidence.ts';
import type { Otherwise, Scene } from './scene.ts';
import { taughtForests } from './taught-forests.ts';

/** Seeds of the plain set that teach beside those of the mixed one. */
const PLAIN_SEEDS = 2;
/** What stations report that lack some of the five. */
const REPORTED_LESS: readonly (readonly Variable[])[] = [
  ...DOCUMENTED_VARIABLES.map((variable) => [variable]),
  ['temp_out', 'out_hum'],
  ['temp_out', 'out_hum', 'wind_speed'],
  ['temp_out', 'out_hum', 'wind_speed', 'bar'],
  ['wind_speed', 'rain'],
];
/** What they weigh beside those that report all. */
const WEIGHT_OF_LESS = 0.3;

/** What a network teaches by. */
export interface Teaching extends Pick<Recording, 'segments' | 'excluded' | 'spatialMethods'> {
  /** The folder of a set and seed. */
  readonly folderOf: (set: string, seed: string) => string;
  readonly seeds: readonly string[];
  /** The usual one first: the others flag many times as much, and one seed of them tells enough. */
  readonly temporalMethods: readonly [Recording['temporalMethod'], ...Recording['temporalMethod'][]];
}

/**
 * Records the evidence of a network over its seeds. By the first seed stations also report less, so that nothing rests on
 * variables that some lack.
 *
 * @param onFolder is told how many samples there are when a folder has been recorded
 */
export async function taughtSamples(
  { folderOf, seeds, temporalMethods, ...asked }: Teaching,
  onFolder: (set: string, seed: string, samples: number) => void = () => {},
): Promise<Samples> {
  const taught: Samples = new Map();
  const [usual] = temporalMethods;
  const record = async (
    set: string,
    seed: string,
    others: readonly Omit<Recording, 'folder' | 'segments' | 'excluded'>[],
  ) => {
    const folder = folderOf(set, seed);
    for (const other of [{ temporalMethod: usual }, ...others])
      await recordEvidence({ ...asked, folder, ...other }, taught);
    onFolder(set, seed, [...taught.values()].flat().length);
  };
  const alsoByFirst = [
    ...temporalMethods.slice(1).map((temporalMethod) => ({ temporalMethod })),
    ...REPORTED_LESS.map((kept) => ({ temporalMethod: usual, kept, weight: WEIGHT_OF_LESS })),
  ];
  for (const [k, seed] of seeds.entries()) await record('mixed', seed, k === 0 ? alsoByFirst : []);
  for (const seed of seeds.slice(0, PLAIN_SEEDS)) await record('plain', seed, []);
  return taught;
}

/**
 * Records the evidence of a scene's method and verification over its learning seeds.
 *
 * @param folderOf the folder of a set and seed
 * @param segments stretches of it that teach
 */
export async function evidenceOf(
  { excluded, learningSeeds, temporalMethod, spatialMethod }: Scene,
  folderOf: Teaching['folderOf'],
  segments: string,
): Promise<Samples> {
  const asked = { folderOf, segments, excluded, seeds: learningSeeds };
  const samples: Samples = new Map();
  addNetwork(
    await taughtSamples({ ...asked, temporalMethods: [temporalMethod], spatialMethods: [spatialMethod] }),
    samples,
  );
  return samples;
}

/** How a run judges by what evidence teaches. Some terms may be left out. */
export async function taughtBy(evidence: Samples, leftOut: ReadonlySet<string> = new Set()): Promise<Otherwise> {
  return { forests: await taughtForests(evidence, leftOut) };
}
