import type { Observation } from '../../schemas/observation.ts';

/** Room on the disk of a store [bytes]: of several disks on the one that has least. */
export interface StoreSpace {
  readonly free: number;
  readonly total: number;
}

/** The disk that a store writes to. */
export interface StoreDisk {
  space(): Promise<StoreSpace>;
  /** Lets the engine merge its parts, or not: without room a merge may destroy them. */
  allowMerges(allowed: boolean): Promise<void>;
  /** Parts that were found broken and put aside, each with its table; what was in them is missing. */
  brokenParts(): Promise<string[]>;
  /** How often since its start the engine could not read what it had written; a number that has grown is a broken part. */
  readFailures(): Promise<number>;
  /**
   * Reads the parts in use and puts aside those that cannot be read, so that the others can.
   *
   * @param which all of them, or those that were not read by this process before
   */
  putAsideUnreadable(which: 'all' | 'new'): Promise<void>;
  /** Removes them for good; resolves with those it removed, named alike. */
  forgetBroken(): Promise<string[]>;
  /** Whether every one of some observations can be read. */
  holds(observations: readonly Observation[]): Promise<boolean>;
}

const GiB = 2 ** 30;
/** Least room that is kept free: so much of the disk, and of a large one so many bytes. */
const LEAST_SHARE = 0.1;
const LEAST_BYTES = GiB;
/** In marks: from here on there is room again, and up to there what was written is read back. */
const AGAIN = 1.25;
const NEAR = 3;
/** Broken parts that are named. */
const NAMED = 3;

/** Room below which nothing is written any more [bytes]: merges that run out of it may destroy what they merge. */
export function leastFree({ total }: StoreSpace): number {
  return Math.min(LEAST_SHARE * total, LEAST_BYTES);
}

/** Whether too little room is left. @param was whether it was so at the last look: it changes back a little later */
export function isShort(space: StoreSpace, was: boolean): boolean {
  return space.free < leastFree(space) * (was ? AGAIN : 1);
}

/** True where so little room is left that what is written is to be read back before anybody relies on it. */
export function isNearlyShort(space: StoreSpace): boolean {
  return space.free < leastFree(space) * NEAR;
}

/** What is to be said of broken parts. */
export function brokenWords(parts: readonly string[]): string {
  const more = parts.length > NAMED ? ` and ${parts.length - NAMED} more` : '';
  const named = parts.slice(0, NAMED).join(', ');
  return `parts of the tables are broken and put aside, what was in them is missing: ${named}${more}`;
}
