import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { HOURS_PER_PART, PARTS_PER_DAY } from './day-parts.ts';
import { beginOf, type Ceiling, type NamedQuestion } from './named-condition.ts';
import { impliedValue, LEARNT_PARTS, type RelatedSensor, usualRelation } from './usual-relation.ts';

/** So much is looked at [parts], and so many hours of it are at the ceiling. */
const LENGTHS = [
  { length: PARTS_PER_DAY, fewestHours: 8 },
  { length: 2 * PARTS_PER_DAY, fewestHours: 6 },
];
/** Highest value that is a ceiling: above it air may be as humid as it gets [%]. */
const HIGHEST = 96;
const LOWEST = 40;
/** So near to the highest hour another one is at it [%]. */
const AT = 0.6;
/** So far beyond it are the neighbours where they tell [%], and clearly so in so many parts. */
const BEYOND = 3;
const CLEARLY_BEYOND = 5;
const FEWEST_CLEAR = 2;
/** As many parts as such a share of those that show it may speak against it. */
const AGAINST = 0.5;
/** Such a share of the neighbours read more themselves where it is clear. */
const ABOVE = 0.25;
/** Before, it read so much more [%]. */
const BEFORE = 3;
const FEW = 2;

/**
 * Looks whether a hygrometer stops at a value: its highest hours of two days are all the same, while its neighbours imply clearly
 * more, and before it read more.
 */
export function humidityCeiling(question: NamedQuestion): Ceiling | null {
  if (question.sensor.variable !== VARIABLE_INDEX.out_hum) return null;
  for (const { length, fewestHours } of LENGTHS) {
    const found = ceilingOver(question, length, fewestHours);
    if (found !== null) return found;
  }
  return null;
}

function ceilingOver({ sensor, end, since }: NamedQuestion, length: number, fewestHours: number): Ceiling | null {
  const { means, station, variable } = sensor;
  const from = end - length;
  if (from < since) return null;
  let top = 0;
  for (let hour = from * HOURS_PER_PART; hour < end * HOURS_PER_PART; hour++) {
    const value = means.hourMean(station, variable, hour);
    if (value > top) top = value;
  }
  if (top > HIGHEST || top < LOWEST) return null;
  let atTop = 0;
  for (let hour = from * HOURS_PER_PART; hour < end * HOURS_PER_PART; hour++) {
    if (means.hourMean(station, variable, hour) >= top - AT) atTop++;
  }
  if (atTop < fewestHours || !readMore(sensor, top + BEFORE, Math.max(since, from - LEARNT_PARTS), from)) return null;
  const related = usualRelation(sensor, from - LEARNT_PARTS, from);
  const found: Ceiling = { kind: 'ceiling', top, related, from, isDoubtful: related.length < FEW };
  let [showing, against, clearly] = [0, 0, 0];
  for (let part = from; part < end; part++) {
    const evidence = ceilingEvidence(sensor, found, part);
    if (evidence > 0) showing++;
    if (evidence < 0) against++;
    if (evidence > 0 && isClearly(sensor, found, part)) clearly++;
  }
  if (clearly < FEWEST_CLEAR || against > AGAINST * showing) return null;
  const begin = beginOf((part) => ceilingEvidence(sensor, found, part), Math.max(since, from - length), end);
  return { ...found, from: begin };
}

/** Whether the neighbours imply clearly more in a part, and enough of them read more themselves. */
function isClearly(sensor: RelatedSensor, { top, related }: Ceiling, part: number): boolean {
  const told = related
    .map(({ neighbour }) => sensor.means.mean(neighbour.index, sensor.variable, part))
    .filter((value) => !Number.isNaN(value));
  const above = told.filter((value) => value >= top + AT).length;
  return above >= ABOVE * told.length && impliedValue(sensor, related, part) >= top + CLEARLY_BEYOND;
}

function readMore({ means, station, variable }: RelatedSensor, least: number, from: number, until: number): boolean {
  for (let hour = from * HOURS_PER_PART; hour < until * HOURS_PER_PART; hour++) {
    if (means.hourMean(station, variable, hour) >= least) return true;
  }
  return false;
}

/** Whether a part in which the neighbours imply more than the ceiling speaks for it; NaN of the others. */
export function ceilingEvidence(sensor: RelatedSensor, { top, related }: Ceiling, part: number): number {
  const { means, station, variable } = sensor;
  let [most, least] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let hour = part * HOURS_PER_PART; hour < (part + 1) * HOURS_PER_PART; hour++) {
    const value = means.hourMean(station, variable, hour);
    if (value > most) most = value;
    if (value < least) least = value;
  }
  if (most > top + 2 * AT) return -1;
  const implied = impliedValue(sensor, related, part);
  if (!(implied >= top + BEYOND) || !Number.isFinite(most)) return Number.NaN;
  return least >= top - AT ? 1 : most >= top - AT ? 0.5 : -0.5;
}
