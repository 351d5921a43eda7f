import { VARIABLE_INDEX, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import type { WindowView } from './window-view.ts';

/** Equal records in a row that make a repeated record: a feed, or a logger, that says again what it said last. */
export const REPEATED = 3;
/** Variables of the five besides rain that a record needs to tell: one alone may well stand still. Other elements say nothing of it. */
export const FEWEST_VARIABLES = 3;

const RAIN = VARIABLE_INDEX.rain;

/** How two records of a station differ. */
export interface Difference {
  /** Variables in which they differ. */
  differ: number;
  /** Variables that both have, rain left out, as that is equal for days; 0 where they are too few to tell. */
  compared: number;
}

/** Says how a station's reports at two slots differ; into `answer`, as nothing is to be allocated for it. */
export function compareRecords(
  windows: WindowView,
  station: number,
  slot: number,
  before: number,
  answer: Difference,
): void {
  let compared = 0;
  let differ = 0;
  for (let v = 0; v < WEATHER_VARIABLES; v++) {
    if (v === RAIN) continue;
    const value = windows.value(station, v, slot);
    const earlier = windows.value(station, v, before);
    if (Number.isNaN(value) || Number.isNaN(earlier)) continue;
    if (value !== earlier) differ++;
    compared++;
  }
  answer.differ = differ;
  answer.compared = compared >= FEWEST_VARIABLES ? compared : 0;
}

const bits = new Float32Array(1);
const word = new Uint32Array(bits.buffer);

/**
 * Digest of a station's record at a slot in 16 bits (FNV-1a over the 32-bit floats, folded), rain left out; 0 where it has
 * too few variables to tell. Equal records have equal digests; of 65,535 others one has the same.
 */
export function recordDigest(windows: WindowView, station: number, slot: number): number {
  let hash = 0x811c9dc5;
  let variables = 0;
  for (let v = 0; v < WEATHER_VARIABLES; v++) {
    if (v === RAIN) continue;
    const value = windows.value(station, v, slot);
    if (!Number.isNaN(value)) variables++;
    bits[0] = value;
    hash = Math.imul(hash ^ (word[0] & 0xffff), 0x01000193);
    hash = Math.imul(hash ^ (word[0] >>> 16), 0x01000193);
  }
  return variables < FEWEST_VARIABLES ? 0 : (hash ^ (hash >>> 16)) & 0xffff || 1;
}
