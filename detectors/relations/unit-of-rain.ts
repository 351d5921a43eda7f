import { VARIABLES } from '../../schemas/variables.ts';
import { KNOWN_UNITS, type KnownUnit } from './known-units.ts';
import { beginOf, type NamedQuestion, type OddUnit, type UsualSteps } from './named-condition.ts';
import { LEARNT_PARTS, type RelatedSensor } from './usual-relation.ts';
import { proportionOver } from './usual-share.ts';
import { brokenOf, differentIn, usualTip, valuesIn } from './value-steps.ts';

/** The newest parts that are looked at, amounts in them, and the share of those that are no whole tips. */
const LENGTHS = [8, 16, 24];
const FEWEST = 3;
const SHOWING = 0.6;
/** So many neighbours tell how much it rained, near ones more. A shower may be theirs alone: */
const ASKED = 5;
const REACH_KM = 15;
/** so much rain is at least implied meanwhile [mm], and so near is the logarithm of the share of it to that of a unit. */
const LEAST_RAIN = 2;
const NEAR_LOG = 1;

/**
 * Looks whether a gauge reports in another unit: it tips by 0.2 mm, and now reads what is no whole number of tips, and about as
 * much less of the rain around as the unit is larger. Only both together are told: a gauge that is clogged reads less by whole
 * tips, and another instrument has other steps.
 */
export function unitOfRain({ sensor, end, since }: NamedQuestion): Extract<OddUnit, { by: 'tips' }> | null {
  for (const length of LENGTHS) {
    const from = end - length;
    if (from < since) break;
    const amounts = valuesIn(sensor, from, end);
    const steps = amounts.length < FEWEST ? null : usualTip(sensor, from - LEARNT_PARTS, from);
    if (steps === null || brokenOf(amounts, steps) < SHOWING) continue;
    const unit = unitByShare(sensor, from, end);
    if (unit === null) continue;
    const begin = beginOf((part) => evidenceOfAmounts(sensor, steps, part), Math.max(since, from - length), end);
    return { kind: 'unit', by: 'tips', unit, related: [], shared: [], from: begin, isDoubtful: false, steps };
  }
  return null;
}

/** Whether the amounts of a part are no whole tips, up to 1, or as usual, down to -1; NaN without rain. */
export function evidenceOfAmounts(sensor: RelatedSensor, steps: UsualSteps, part: number): number {
  const amounts = differentIn(sensor, part, part + 1);
  return amounts.length === 0 ? Number.NaN : 2 * brokenOf(amounts, steps) - 1;
}

/** The unit of which a gauge reads the share of the rain around. */
function unitByShare(sensor: RelatedSensor, from: number, end: number): KnownUnit | null {
  const neighbours = sensor.neighboursOf(sensor.station).slice(0, ASKED);
  const shared = neighbours.map((neighbour) => ({ neighbour, share: 1, weight: Math.exp(-neighbour.km / REACH_KM) }));
  const { implied, log } = proportionOver(sensor, shared, from, end);
  if (!(implied >= LEAST_RAIN)) return null;
  return KNOWN_UNITS[VARIABLES[sensor.variable]].find(({ size }) => Math.abs(log + Math.log(size)) <= NEAR_LOG) ?? null;
}
