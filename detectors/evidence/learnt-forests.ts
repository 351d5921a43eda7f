import { readFileSync } from 'node:fs';
import { packageFile } from '../../schemas/package-root.ts';
import { type Forest, readForest } from './forest.ts';
import { HOURLY_TERMS } from './hourly-terms.ts';

/** A forest as `readForest` takes it. */
export interface WrittenForest {
  readonly base: number;
  readonly trees: readonly string[];
}

/** Those for verdicts at once, and for settled ones. */
export type WrittenForests = Readonly<Record<'atOnce' | 'settled', WrittenForest>>;

/** The forests in a file. */
export interface ForestsFile extends WrittenForests {
  /** What they were learnt from, for whoever reads the file. */
  readonly learnt: unknown;
  /** The terms in the order in which the trees count them. */
  readonly terms: readonly string[];
}

/**
 * Reads the forests of a file.
 *
 * @throws Error where its trees count other terms than HOURLY_TERMS, or one of them is not whole
 */
export function readForests({ terms, atOnce, settled }: ForestsFile): Readonly<Record<'atOnce' | 'settled', Forest>> {
  if (terms.join() !== HOURLY_TERMS.join()) {
    throw new Error(`the forests count the terms ${terms.join(', ')}, should be ${HOURLY_TERMS.join(', ')}`);
  }
  return { atOnce: readForest(atOnce.base, atOnce.trees), settled: readForest(settled.base, settled.trees) };
}

/** Made by `npm run quality:weights` (test/quality/learn-weights.ts), not by hand. */
const FILE = packageFile('detectors', 'evidence', 'learnt-forests.json');

/** What the evidence of hourly stations is weighed by. */
export const HOURLY_FORESTS = readForests(JSON.parse(readFileSync(FILE, 'utf8')) as ForestsFile);
