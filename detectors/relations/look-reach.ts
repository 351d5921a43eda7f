import { LONGEST_GAIN } from './lasting-gain.ts';
import { LONGEST_OFFSET } from './lasting-offset.ts';
import { LEARNT_PARTS } from './usual-relation.ts';

/**
 * How far back from its end a look at a quarter of a day reaches [parts]: over the longest that is held against what was usual,
 * and what tells what was usual before it. All that has a name is looked at over less.
 */
export const LOOK_REACH = Math.max(LONGEST_GAIN, LONGEST_OFFSET) + LEARNT_PARTS;
