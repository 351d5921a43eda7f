/** Parts of the system, as `halcyon run --only` names them: each can be a process, or any number of processes, of its own. */
export const PARTS = [
  'feed',
  'temporal',
  'spatial',
  'sink',
  'identity',
  'datasets',
  'patterns',
  'detection',
  'web',
] as const;
export type Part = (typeof PARTS)[number];

/** The parts that an observation passes through: in several processes they need a log that all of them reach. */
export const PIPELINE_PARTS = ['feed', 'temporal', 'spatial', 'sink'] as const satisfies readonly Part[];
