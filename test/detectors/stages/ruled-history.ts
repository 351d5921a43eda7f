import { type ExpertRule, endedRule, firstJudgedSlot } from '../../../schemas/expert-rule.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { FIRST_SLOT } from './small-network.ts';

/** A rule of the small network that is entered when the network has come to a slot, counted from its first. */
export function entered(
  fields: Partial<ExpertRule> & Pick<ExpertRule, 'id' | 'kind' | 'station'>,
  slot: number,
): ExpertRule {
  const at = timeOfSlot(FIRST_SLOT + slot);
  return {
    network: 'small',
    variables: VARIABLES,
    anomaly: null,
    classification: null,
    method: null,
    threshold: null,
    floor: null,
    limits: null,
    fault: null,
    from: at,
    to: null,
    firstSlot: firstJudgedSlot(at, at),
    lastSlot: null,
    reason: 'for a test',
    by: 'ann',
    at,
    endedBy: null,
    ended: null,
    ...fields,
  };
}

/** The same ended when the network has come to another slot. */
function ended(rule: ExpertRule, slot: number): ExpertRule {
  const now = timeOfSlot(FIRST_SLOT + slot);
  return endedRule(rule, 'bob', now, now);
}

const DAY = SLOTS_PER_DAY;
/** The front crosses the small network when three fifths of three days are over. */
const FRONT = Math.floor(3 * DAY * 0.6);

const threshold = entered(
  { id: 't', kind: 'threshold', station: 's01', variables: ['temp_out'], method: 'arima', threshold: 30, floor: 9 },
  DAY / 2,
);
const floor = entered({ id: 'f', kind: 'threshold', station: 's03', variables: ['wind_speed'], floor: 25 }, FRONT - 20);
const sharp = entered(
  { id: 'l', kind: 'threshold', station: 's04', variables: ['bar'], method: 'arima', threshold: 2.5, floor: 0.05 },
  DAY,
);
const bars = ['s01', 's02', 's05'].map((station) => entered({ id: `b${station}`, kind: 'bar', station }, FRONT - 30));
const maintenance = entered(
  { id: 'm', kind: 'maintenance', station: 's00', variables: ['temp_out', 'out_hum'] },
  DAY / 3,
);

/** Every state that a rule has been in, in the order in which it came to be known: slot, rule. */
const STATES: readonly (readonly [slot: number, rule: ExpertRule])[] = (
  [
    [DAY / 3, maintenance],
    [DAY / 2, threshold],
    [DAY, sharp],
    [FRONT - 30, bars[0]],
    [FRONT - 30, bars[1]],
    [FRONT - 30, bars[2]],
    [FRONT - 20, floor],
    [FRONT + 40, ended(bars[0], FRONT + 40)],
    [2 * DAY, ended(maintenance, 2 * DAY)],
    [2 * DAY + 30, ended(threshold, 2 * DAY + 30)],
  ] as const
).toSorted(([a], [b]) => a - b);

/** The rules as they are in the end. */
export const RULES: readonly ExpertRule[] = [
  ...new Map(STATES.map(([, rule]): [string, ExpertRule] => [rule.id, rule])).values(),
];

/**
 * The rules as they come to be known while observations arrive: each before the first that comes after it was entered or
 * ended.
 */
export function enteredAlong(arrivals: readonly Observation[]): {
  between(from: number, end: number): readonly ExpertRule[];
} {
  const places = STATES.map(([slot, rule]): [number, ExpertRule] => [
    arrivals.findIndex(({ time }) => slotOf(time) >= FIRST_SLOT + slot),
    rule,
  ]);
  return {
    between: (from, end) => places.filter(([place]) => place >= from && place < end).map(([, rule]) => rule),
  };
}
