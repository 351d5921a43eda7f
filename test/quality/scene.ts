import type { SpatialMethodName, TemporalMethodName } from '../../schemas/judgement-configuration.ts';
import type { RunsSideBySide } from './runs-side-by-side.ts';
import type { Run, Scored } from './scored-run.ts';
import type { Scoring, ScoringOptions } from './scoring.ts';

/** What a quality run was asked for: whatever its tables are made of. */
export interface Scene {
  readonly options: ScoringOptions;
  /** Stations with faults of their own: they stay in the network, and neither teach nor are scored. */
  readonly excluded: ReadonlySet<string>;
  /** Seeds that are scored, and those from which weights are learnt: none of one is among the other. */
  readonly seeds: readonly string[];
  readonly learningSeeds: readonly string[];
  readonly temporalMethod: TemporalMethodName;
  readonly spatialMethod: SpatialMethodName;
  /** How many of the nearest neighbours are asked; undefined: all that are usually. */
  readonly nearest: number | undefined;
  readonly scoring: Scoring;
  readonly runs: RunsSideBySide;
}

/** One of several networks. */
export interface NamedScene {
  readonly name: string;
  /** Folder of all of its data. */
  readonly place: string;
  /** False where it is only scored. */
  readonly teaches: boolean;
  readonly scene: Scene;
}

/** How a run differs from what the scene was asked for. */
export type Otherwise = Partial<Omit<Run, 'options'>>;

/** Scores a folder as the scene has it, but for what is otherwise. */
export function scoreFolder(scene: Scene, folder: string, otherwise: Otherwise = {}): Promise<Scored> {
  const { options, temporalMethod, spatialMethod, nearest, runs } = scene;
  const { segments } = options;
  return runs.score({ options, folder, segments, temporalMethod, spatialMethod, nearest, ...otherwise });
}

/** Scores a set: a run for each seed, in their order. Nothing is injected into the clean set: one run tells all. */
export function scoreSet(
  scene: Scene,
  set: string,
  otherwise: Otherwise | ((folder: string) => Otherwise) = {},
): Promise<Scored[]> {
  const seeds = set === 'clean' ? ['1'] : scene.seeds;
  const folders = seeds.map((seed) => scene.scoring.injected(set, seed));
  return Promise.all(
    folders.map((folder) =>
      scoreFolder(scene, folder, typeof otherwise === 'function' ? otherwise(folder) : otherwise),
    ),
  );
}
