import type { ResultColumn } from './query-request.ts';

/** What the parent gives the process of a run. */
export interface QueryJob {
  readonly statement: string;
  /** Arguments and the paths of their files, relative to the run's folder. */
  readonly files: readonly (readonly [argument: string, path: string])[];
  readonly limits: ProcessLimits;
  /** Threads of the engine. */
  readonly threads: number;
}

/** Limits that the process keeps by itself; the parent keeps the time. */
export interface ProcessLimits {
  /** Memory of the engine [bytes]. */
  readonly memory: number;
  /** Memory of the whole process [bytes]: the engine does not count everything that it takes. */
  readonly resident: number;
  /** What the engine may put aside on disk [bytes]. */
  readonly disk: number;
  readonly rows: number;
  /** Size of the result [bytes]. */
  readonly output: number;
}

/** Limits of a run by which it can end. */
export type Limit = 'time' | 'memory' | 'disk' | 'rows' | 'output';

/** What became of a run, from its process. */
export type QueryReport =
  | {
      readonly kind: 'done';
      readonly rows: number;
      readonly bytes: number;
      readonly columns: readonly ResultColumn[];
      readonly engine: string;
    }
  /** The statement was refused or failed; the message is for its author. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The disk of the run has no room for what it writes. */
  | { readonly kind: 'full' }
  | { readonly kind: 'limit'; readonly limit: Limit };

/** File of the result in the run's folder. */
export const OUTPUT = 'output.csv';
/** Folder there for what the engine puts aside. */
export const SPILL = 'spill';
