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

/** The parts with endpoints of their own, beside the health and the metrics that every process tells. */
const SERVING_PARTS = ['feed', 'identity', 'datasets', 'patterns', 'detection'] as const satisfies readonly Part[];

/** True if a process with these parts serves more than its own health and metrics. */
export function servesMore(parts: ReadonlySet<Part>): boolean {
  return SERVING_PARTS.some((part) => parts.has(part));
}
