import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { packageFile } from '../schemas/package-root.ts';
import type { MeasuredFigure } from './measured-figure.ts';

/** Where the last figures of this machine are kept, which is no part of the repository. */
export const LAST_RESULTS = packageFile('bench/results/local-last.json');

/** Figures that were measured, by their names. */
export interface Results {
  readonly node: string;
  /** The machine's processor. */
  readonly processor: string;
  readonly figures: Readonly<Record<string, { readonly unit: string; readonly values: readonly number[] }>>;
}

/**
 * The results that a run wrote; null where there is no such file.
 *
 * @throws Error where the file holds something else
 */
export function readResults(path: string): Results | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  const results = parsed(text);
  if (typeof results !== 'object' || results === null || !('figures' in results))
    throw new Error(`${path} holds no results of a run of npm run bench`);
  return results as Results;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes figures over those of the same names in the last results; the others stay. */
export function keepResults(path: string, measured: readonly MeasuredFigure[], last: Results | null): void {
  const now = Object.fromEntries(measured.map(({ name, unit, values }) => [name, { unit, values }]));
  const figures = { ...last?.figures, ...now };
  const results: Results = { node: process.version, processor: cpus()[0]?.model ?? '', figures };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`);
}
