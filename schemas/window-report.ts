import type { Values } from './observation.ts';

/** What the windows keep of an observation. */
export interface WindowReport {
  readonly station: string;
  /** ms since the epoch. */
  readonly time: number;
  readonly values: Values;
  /** Rain since a reset [mm], where it came as a count. */
  readonly rainCount: number | null;
  /** Minutes that its amount of rain is of; null where nobody says. */
  readonly rainInterval: number | null;
}
