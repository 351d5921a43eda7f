import { readFileSync } from 'node:fs';
import { packageFile } from '../../schemas/package-root.ts';
import { COMMON_TERMS } from './evidence-terms.ts';
import { type Forest, readForest } from './forest.ts';
import { STEP_TERMS, STEP_TERMS_WITHOUT_LEVELS } from './step-terms.ts';

/** What `pearson` knows besides what is common. */
const PEARSON_TERMS = ['following', 'followed', 'nearest', 'left'] as const;
export type PearsonTerm = (typeof COMMON_TERMS)[number] | (typeof PEARSON_TERMS)[number];
/** What `distance` knows besides what is common. */
const DISTANCE_TERMS = ['stands_away', 'returned', 'along', 'apart', 'restless'] as const;
export type DistanceTerm = (typeof COMMON_TERMS)[number] | (typeof DISTANCE_TERMS)[number];

/**
 * Which evidence a forest is asked about: of hourly stations and of those that report every two or three hours, whatever verifies,
 * or of the others by the terms of a spatial method.
 */
export type ForestKind = 'hourly' | 'seldom' | MethodForest;
export type MethodForest = 'pearson' | 'distance';

/** The terms of each in the order in which its trees count them. */
export const FOREST_TERMS: Readonly<Record<ForestKind, readonly string[]>> = {
  hourly: STEP_TERMS,
  seldom: STEP_TERMS,
  pearson: [...COMMON_TERMS, ...PEARSON_TERMS, ...STEP_TERMS_WITHOUT_LEVELS],
  distance: [...COMMON_TERMS, ...DISTANCE_TERMS, ...STEP_TERMS_WITHOUT_LEVELS],
};
export const FOREST_KINDS = Object.keys(FOREST_TERMS) as readonly ForestKind[];

/** A forest as `readForest` takes it. */
export interface WrittenForest {
  readonly base: number;
  readonly trees: readonly string[];
}

/** Those for verdicts at once, and for settled ones; the same where no report follows before a verdict settles. */
export interface WrittenPair {
  readonly atOnce: WrittenForest;
  readonly settled?: WrittenForest;
}

/** The two of a kind in the file. */
interface FiledPair extends WrittenPair {
  /** What they were learnt from, for whoever reads the file. */
  readonly learnt: unknown;
  /** The terms in the order in which the trees count them. */
  readonly terms: readonly string[];
}
export type ForestsFile = Readonly<Record<ForestKind, FiledPair>>;

/** The two of a kind, read. */
export type ForestPair = Readonly<Record<'atOnce' | 'settled', Forest>>;

/**
 * Reads the forests of a file.
 *
 * @throws Error where trees count other terms than FOREST_TERMS, or one of them is not whole
 */
export function readForests(file: ForestsFile): Record<ForestKind, ForestPair> {
  const pairs = FOREST_KINDS.map((kind) => {
    const { terms, ...written } = file[kind];
    if (terms.join() !== FOREST_TERMS[kind].join()) {
      throw new Error(
        `the forests ${kind} count the terms ${terms.join(', ')}, should be ${FOREST_TERMS[kind].join(', ')}`,
      );
    }
    return [kind, readPair(written)] as const;
  });
  return Object.fromEntries(pairs) as Record<ForestKind, ForestPair>;
}

/** Reads the two of a kind. */
export function readPair({ atOnce, settled }: WrittenPair): ForestPair {
  const forest = readForest(atOnce.base, atOnce.trees);
  return { atOnce: forest, settled: settled === undefined ? forest : readForest(settled.base, settled.trees) };
}

/** Made by `npm run quality:forests` (test/quality/learn-forests.ts), not by hand. */
const FILE = packageFile('detectors', 'evidence', 'learnt-forests.json');

/** What evidence is weighed by. */
export const FORESTS = readForests(JSON.parse(readFileSync(FILE, 'utf8')) as ForestsFile);
