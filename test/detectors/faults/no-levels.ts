import type { Levels } from '../../../detectors/baselines/usual-levels.ts';

/** Nothing was learnt on days before. */
export const NO_LEVELS: Levels = { means: () => false };
