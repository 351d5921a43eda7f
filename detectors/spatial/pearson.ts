import type { Classification } from '../../schemas/anomaly.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { largestDeparture } from './neighbour-departure.ts';
import { AROUND_SLOTS, anyAboveZero, largestMove, SLOTS_BEFORE, stirs } from './neighbour-moves.ts';
import { reasonOf } from './pearson-reason.ts';
import type { SpatialAnswer, SpatialMethod, SpatialQuestion, SpatialSpecification } from './spatial-method.ts';

/** Neighbours that are compared: the nearest that reported. */
const COMPARED = 12;
/** Distance at which a neighbour's weight has fallen to 1/e [km]. */
const REACH_KM = 30;
/** Share of the deviation a neighbour must have moved to count as having followed: at once, and an hour later. */
const SHARE_AT_ONCE = 0.4;
const SHARE_SETTLED = 0.55;
const MOVED_UNIT = 0.75;
const STIR_UNIT = 1.3;
const WET_UNIT = 1.1;
/** Below `failure` it is the device, above `weather` the weather. Fewer than three neighbours must speak more clearly. */
const LIMITS = { failure: 1, weather: 1.3 };
const LIMITS_OF_FEW = { failure: 0.6, weather: 1.6 };
const FEW = 3;

const SPECIFICATION: SpatialSpecification = {
  name: 'pearson',
  version: 2,
  summary: 'Judges by how values moved: did the neighbours make the move too, up to an hour earlier or later.',
  parameters: [
    { name: 'neighbours', unit: '1', meaning: 'nearest ones compared', low: 1, high: 24, default: COMPARED },
    { name: 'reach', unit: 'km', meaning: 'weight exp(-distance / reach)', low: 1, high: 1000, default: REACH_KM },
    {
      name: 'share_at_once',
      unit: '1',
      meaning: 'share of the deviation that counts as following, at once',
      low: 0,
      high: 1,
      default: SHARE_AT_ONCE,
    },
    {
      name: 'share_settled',
      unit: '1',
      meaning: 'the same with an hour of hindsight',
      low: 0,
      high: 1,
      default: SHARE_SETTLED,
    },
    {
      name: 'failure_below',
      unit: '1',
      meaning: 'W below this is a device failure',
      low: 0,
      high: 3,
      default: LIMITS.failure,
    },
    { name: 'weather_above', unit: '1', meaning: 'W above this is weather', low: 0, high: 3, default: LIMITS.weather },
  ],
  slotsBefore: SLOTS_BEFORE,
  guarantees: [
    'looks at nothing beyond `known`, and at nothing later than an hour after the candidate',
    'the same question has the same answer',
    'no neighbour to compare: suspected, correlation 0',
    'fewer than three neighbours: the limits are 0.6 and 1.6',
  ],
  notFor: 'A shower or a storm under one station alone, and neighbours that report less often than every 90 minutes.',
  source: 'Measured rule, docs/verification.md; written for networks of 10 minutes with neighbours within 100 km.',
};

const ids: string[] = [];
const kilometres = new Float64Array(COMPARED);
const shares = new Float64Array(COMPARED);
const stirring = new Uint8Array(COMPARED);

/**
 * Whether the deviation is of the forecast's making: the value itself hardly moved that way, while the station made a
 * move the other way within the hour before, which the forecast carries on. The question to the neighbours is then
 * whether they made that move: after a front they did, after a fault they did not.
 */
function isEcho(question: SpatialQuestion, variable: number, direction: number, size: number): boolean {
  const { windows, station, slot, actual } = question;
  if (question.middleOf !== undefined) return false;
  let before = Number.NaN;
  for (let t = slot - 1; t >= slot - AROUND_SLOTS && Number.isNaN(before); t--)
    before = windows.value(station, variable, t);
  if (!((actual - before) * direction < size / 2)) return false;
  return largestMove(windows, station, variable, slot, slot - 1, -direction) > SHARE_AT_ONCE * size;
}

function classify(w: number, compared: number): Classification {
  const limits = compared < FEW ? LIMITS_OF_FEW : LIMITS;
  if (w < limits.failure) return 'device_failure';
  return w > limits.weather ? 'weather_event' : 'suspected';
}

function rounded(x: number): number {
  return Math.round(x * 1000) / 1000;
}

function uncompared(question: SpatialQuestion): SpatialAnswer {
  const reason =
    question.neighbours.length === 0
      ? 'no neighbour within the radius to ask'
      : `none of the neighbours within the radius reported ${question.variable} around that time`;
  return { classification: 'suspected', correlation: 0, neighbors: [], reason, evidence: { neighbours: [] } };
}

/**
 * Verifies a candidate by how the neighbours moved around it.
 *
 * With dev = actual - expected, theta the share that counts as following, and weights exp(-km / 30) scaled to sum 1:
 *   n   = weight of neighbours whose largest move in the direction of dev is above theta * |dev|
 *   m   = weight of neighbours where anything stirs
 *   wet = weight of neighbours with any rain (rain only)
 *   W   = n / 0.75 + m / 1.3 + wet / 1.1
 * Where the deviation is the echo of a move the other way (see isEcho), that move is what the neighbours are asked about.
 * `correlation` is n: 0 where nobody followed, 1 where all did.
 */
function verify(question: SpatialQuestion): SpatialAnswer {
  const { slot, windows, neighbours, floors, middleOf } = question;
  const deviation = question.actual - question.expected;
  if (!Number.isFinite(deviation)) return uncompared(question);
  const variable = VARIABLE_INDEX[question.variable];
  const size = Math.abs(deviation) || floors[variable];
  const upward = deviation < 0 ? -1 : 1;
  const echo = isEcho(question, variable, upward, size);
  const direction = echo ? -upward : upward;
  const last = Math.min(question.known, slot + AROUND_SLOTS);
  const hindsight = Math.max(0, last - slot) / AROUND_SLOTS;
  const needed = SHARE_AT_ONCE + (SHARE_SETTLED - SHARE_AT_ONCE) * hindsight;
  const isRain = question.variable === 'rain';

  let compared = 0;
  let weights = 0;
  let moved = 0;
  let stir = 0;
  let wet = 0;
  let wetCount = 0;
  for (let k = 0; k < neighbours.length && compared < COMPARED; k++) {
    const { index, id, km } = neighbours[k];
    if (windows.newest(index) <= slot - AROUND_SLOTS) continue;
    let move = largestMove(windows, index, variable, slot, last, direction);
    if (move === Number.NEGATIVE_INFINITY) continue;
    let departed = false;
    if (middleOf !== undefined) {
      const departure = largestDeparture(windows, index, variable, slot, last, direction, middleOf);
      departed = departure > needed * size;
      move = Math.max(move, departure);
    }
    const weight = Math.exp(-km / REACH_KM);
    const share = move / size;
    weights += weight;
    if (share > needed) moved += weight;
    if (isRain && anyAboveZero(slot, last)) {
      wet += weight;
      wetCount++;
    }
    const alive = departed || stirs(windows, index, slot, last, floors);
    if (alive) stir += weight;
    ids[compared] = id;
    kilometres[compared] = km;
    shares[compared] = share;
    stirring[compared] = alive ? 1 : 0;
    compared++;
  }
  if (compared === 0) return uncompared(question);

  const n = moved / weights;
  const w = n / MOVED_UNIT + stir / weights / STIR_UNIT + wet / weights / WET_UNIT;
  const classification = classify(w, compared);
  const rows: { id: string; km: number; share: number; stirs: boolean }[] = new Array(compared);
  let largest = 0;
  let movedCount = 0;
  let stirCount = 0;
  for (let k = 0; k < compared; k++) {
    const share = shares[k];
    if (share > largest) largest = share;
    if (share > needed) movedCount++;
    stirCount += stirring[k];
    rows[k] = { id: ids[k], km: kilometres[k], share: rounded(share), stirs: stirring[k] === 1 };
  }
  const reason = reasonOf({
    classification,
    variable: question.variable,
    size,
    compared,
    few: compared < FEW,
    echo,
    moved: movedCount,
    n,
    largest: largest * size,
    stirring: stirCount,
    wet: isRain ? wetCount : null,
  });
  return {
    classification,
    correlation: rounded(n),
    neighbors: ids.slice(0, compared),
    reason,
    evidence: {
      n: rounded(n),
      stir: rounded(stir / weights),
      ...(isRain ? { wet: rounded(wet / weights) } : {}),
      w: rounded(w),
      needed: rounded(needed),
      echo,
      neighbours: rows,
    },
  };
}

/** Spatial verification `pearson`. */
export const pearson: SpatialMethod = { specification: SPECIFICATION, verify };
