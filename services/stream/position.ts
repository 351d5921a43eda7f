import type { StreamType } from './stream-event.ts';

/** The places that events come from, each with numbers that grow: a partition of a topic, the alerts of the catalogue. */
export interface Lane {
  /** What comes from it. */
  readonly types: readonly StreamType[];
}

/**
 * How far something has come in each lane: the number that the next event there has, or more. Positions of one process
 * follow each other in every lane at once; those of two processes may not, since each has its own order of the lanes.
 */
export type Position = readonly number[];

/** The text of a position, as the `id` of an event: what the lanes are of, and the numbers in base 36. */
export function idOf(token: string, position: Position): string {
  let id = token;
  for (const number of position) id += `.${number.toString(36)}`;
  return id;
}

/**
 * The position that an id names; null where it is none of these lanes.
 *
 * @param token what the lanes are of
 * @param lanes how many there are
 */
export function positionOf(id: string, token: string, lanes: number): Position | null {
  const [of, ...texts] = id.split('.');
  if (of !== token || texts.length !== lanes) return null;
  const position = texts.map((text) => (/^[0-9a-z]{1,11}$/.test(text) ? Number.parseInt(text, 36) : Number.NaN));
  return position.every((number) => Number.isSafeInteger(number)) ? position : null;
}

/** True where a position has everything that another has. */
export function covers(position: Position, other: Position): boolean {
  return position.every((number, lane) => number >= other[lane]);
}

/** What two positions have together. */
export function joined(position: Position, other: Position): Position {
  return position.map((number, lane) => Math.max(number, other[lane]));
}
