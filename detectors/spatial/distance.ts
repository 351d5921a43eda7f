import type { Classification } from '../../schemas/anomaly.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { medianOf } from '../methods/window-values.ts';
import { distanceReason, type Vote } from './distance-reason.ts';
import { largestDeparture } from './neighbour-departure.ts';
import {
  LEVELS_AROUND,
  LEVELS_BEFORE,
  newStanding,
  readOwn,
  reductionOf,
  type Standing,
  standing,
  stoodAway,
} from './neighbour-levels.ts';
import { stirs } from './neighbour-moves.ts';
import type {
  Neighbour,
  SpatialAnswer,
  SpatialMethod,
  SpatialQuestion,
  SpatialSpecification,
} from './spatial-method.ts';

/** Neighbours that are compared: the nearest that reported. */
const COMPARED = 12;
/** Distance at which a neighbour's weight has fallen to 1/e [km]. */
const REACH_KM = 30;
/** Share of the deviation a neighbour must explain to count as agreeing: at once, and an hour later. */
const SHARE_AT_ONCE = 0.4;
const SHARE_SETTLED = 0.55;
/** A distance of less than so many sigmas is usual. */
const USUAL_SIGMAS = 1.5;
/** Smallest sigma of a usual difference, as a share of the variable's floor. */
const LEAST_SIGMA = 1 / 4;
/** Earlier distance the other way that makes an agreeing value a return, as a share of the deviation. */
const RETURN_SHARE = 0.5;
/** Share of the deviation that a neighbour has to have come, either way, to vouch for weather. */
const ALONG_SHARE = 0.4;
/** Rain of a neighbour around, as a share of the deviation, that makes it wet. */
const WET_SHARE = 0.05;
const STIR_WEIGHT = 0.5;
const WET_WEIGHT = 1.2;
/** Above `failure` it is the device, below `weather` the weather. Fewer than three neighbours must speak more clearly. */
const LIMITS = { failure: 0, weather: -0.3 };
const LIMITS_OF_FEW = { failure: 0.4, weather: -0.8 };
const FEW = 3;
/** Least weight of neighbours that the value stands away from, for a failure. */
const LEAST_AWAY = 0.3;

const share = { unit: '1', low: 0, high: 1 };

const SPECIFICATION: SpatialSpecification = {
  name: 'distance',
  version: 2,
  summary: 'Judges by where values stand: the difference from the neighbours against what is usual between them.',
  parameters: [
    { name: 'neighbours', unit: '1', meaning: 'nearest ones compared', low: 1, high: 24, default: COMPARED },
    { name: 'reach', unit: 'km', meaning: 'weight exp(-distance / reach)', low: 1, high: 1000, default: REACH_KM },
    {
      ...share,
      name: 'share_at_once',
      meaning: 'share of the deviation that a neighbour must explain, at once',
      default: SHARE_AT_ONCE,
    },
    { ...share, name: 'share_settled', meaning: 'the same with an hour of hindsight', default: SHARE_SETTLED },
    {
      name: 'usual_sigmas',
      unit: '1',
      meaning: 'a smaller distance is usual, in spreads of the usual difference',
      low: 0,
      high: 10,
      default: USUAL_SIGMAS,
    },
    {
      name: 'failure_above',
      unit: '1',
      meaning: 'D above this is a device failure',
      low: -2,
      high: 1,
      default: LIMITS.failure,
    },
    { name: 'weather_below', unit: '1', meaning: 'D below this is weather', low: -2, high: 1, default: LIMITS.weather },
  ],
  slotsBefore: LEVELS_BEFORE,
  guarantees: [
    'looks at nothing beyond `known`, and at nothing later than an hour after the candidate',
    'the same question has the same answer',
    'a constant offset between two stations has no influence',
    'no neighbour to compare: suspected, correlation 0',
    'fewer than three neighbours: the limits are 0.4 and -0.8',
  ],
  notFor: 'A shower or a storm under one station alone, and pressures that hold at different levels.',
  source: 'Measured rule, docs/verification.md; heights by the standard atmosphere, ISO 2533.',
};

function rounded(x: number): number {
  return Math.round(x * 1000) / 1000 + 0;
}

function medianOfList(values: readonly number[]): number {
  return medianOf(Float64Array.from(values).sort(), values.length);
}

function classify(d: number, away: number, compared: number): Classification {
  const limits = compared < FEW ? LIMITS_OF_FEW : LIMITS;
  if (d > limits.failure && away >= LEAST_AWAY) return 'device_failure';
  return d < limits.weather ? 'weather_event' : 'suspected';
}

/** What the neighbour read last says to a deviation of a size, of which it has to explain a share. */
function voteOf(it: Standing, size: number, needed: number, stoodBefore: () => boolean): Vote {
  if (it.gap > Math.max((1 - needed) * size, USUAL_SIGMAS * it.sigma)) return 'away';
  if (Math.max(it.along, it.against) > ALONG_SHARE * size) return 'along';
  return stoodBefore() ? 'returned' : 'still';
}

function uncompared(reason: string): SpatialAnswer {
  return { classification: 'suspected', correlation: 0, neighbors: [], reason, evidence: { neighbours: [] } };
}

interface Asked {
  readonly standing: Standing;
  readonly neighbour: Neighbour;
  readonly weight: number;
  readonly vote: Vote;
  readonly stirs: boolean;
  readonly wet: boolean;
}

/** The nearest neighbours that can be compared, each with its vote; and whether levels of pressure kept any from it. */
function ask(question: SpatialQuestion, size: number, direction: number): { asked: Asked[]; levels: boolean } {
  const { station, slot, windows, neighbours, floors, siteOf, middleOf } = question;
  const variable = VARIABLE_INDEX[question.variable];
  const last = Math.min(question.known, slot + LEVELS_AROUND);
  const hindsight = Math.max(0, last - slot) / LEVELS_AROUND;
  const needed = SHARE_AT_ONCE + (SHARE_SETTLED - SHARE_AT_ONCE) * hindsight;
  const leastSigma = floors[variable] * LEAST_SIGMA;
  const place = siteOf?.(station);
  const asked: Asked[] = [];
  let levels = false;
  readOwn(windows, station, variable, slot, question.actual);
  for (let k = 0; k < neighbours.length && asked.length < COMPARED; k++) {
    const neighbour = neighbours[k];
    const { index, km } = neighbour;
    if (windows.newest(index) < slot - LEVELS_AROUND) continue;
    const reduction = reductionOf(question.variable, place, siteOf?.(index));
    if (reduction === null) {
      levels = true;
      continue;
    }
    const it = newStanding();
    const withTrend = middleOf === undefined;
    if (!standing(windows, index, variable, slot, last, direction, reduction, leastSigma, withTrend, it)) continue;
    if (middleOf !== undefined) {
      it.along = Math.max(it.along, largestDeparture(windows, index, variable, slot, last, direction, middleOf));
    }
    const restless = it.sigma / size;
    asked.push({
      standing: it,
      neighbour,
      weight: Math.exp(-km / REACH_KM) / (1 + restless * restless),
      vote: voteOf(it, size, needed, () => stoodAway(it, last, slot, -direction, RETURN_SHARE * size)),
      stirs: stirs(windows, index, slot, last, floors),
      wet: question.variable === 'rain' && it.sum > 0 && it.sum >= WET_SHARE * size,
    });
  }
  return { asked, levels };
}

/**
 * Verifies a candidate by where it stands to its neighbours.
 *
 * What a neighbour implies is its value, reduced to the station's height, plus the usual difference: the median over the
 * hours before. With dev = actual - expected, a neighbour votes
 *   away      what it implies within an hour around leaves more than the share of dev, and than 1.5 usual spreads
 *   along     the value agrees, and the neighbour has itself come far from where it was heading
 *   returned  the value agrees, the neighbour has not moved, and an earlier value of the hour stood away the other way
 *   still     the value agrees, the neighbour has not moved, and neither did the value stand away before
 * and D = away + returned - along - stir / 2 - 1.2 wet in weights exp(-km / 30) / (1 + (spread / dev)^2) scaled to sum 1.
 * `correlation` is the median of the plain ones with the neighbours over six hours, for information only.
 */
function verify(question: SpatialQuestion): SpatialAnswer {
  const { variable, actual } = question;
  const deviation = actual - question.expected;
  if (!Number.isFinite(deviation)) return uncompared('there is no expected value to compare with');
  if (question.neighbours.length === 0) return uncompared('no neighbour within the radius to ask');
  const size = Math.abs(deviation) || question.floors[VARIABLE_INDEX[variable]];
  const { asked, levels } = ask(question, size, deviation < 0 ? -1 : 1);
  if (asked.length === 0) {
    const why = levels
      ? 'gives pressure at the same level as this station'
      : `reported ${variable} around that time, with enough before it to tell what is usual between them`;
    return uncompared(`none of the neighbours within the radius ${why}`);
  }

  const weights = asked.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = (wanted: (one: Asked) => boolean) =>
    asked.reduce((sum, one) => (wanted(one) ? sum + one.weight : sum), 0) / weights;
  const away = shareOf(({ vote }) => vote === 'away');
  const returned = shareOf(({ vote }) => vote === 'returned');
  const along = shareOf(({ vote }) => vote === 'along');
  const stir = shareOf((one) => one.stirs);
  const wet = shareOf((one) => one.wet);
  const d = away + returned - along - STIR_WEIGHT * stir - WET_WEIGHT * wet;
  const classification = classify(d, away + returned, asked.length);

  const votes: Record<Vote, number> = { away: 0, returned: 0, along: 0, still: 0 };
  for (const { vote } of asked) votes[vote]++;
  const implied = medianOfList(asked.map((one) => one.standing.implied));
  const isRain = variable === 'rain';
  const reason = distanceReason({
    classification,
    variable,
    actual,
    implied,
    sigma: medianOfList(asked.map((one) => one.standing.sigma)),
    compared: asked.length,
    few: asked.length < FEW,
    votes,
    stirring: asked.filter((one) => one.stirs).length,
    wet: isRain ? asked.filter((one) => one.wet).length : null,
  });
  return {
    classification,
    correlation: rounded(medianOfList(asked.map((one) => one.standing.correlation))),
    neighbors: asked.map(({ neighbour }) => neighbour.id),
    reason,
    evidence: {
      d: rounded(d),
      away: rounded(away),
      returned: rounded(returned),
      along: rounded(along),
      stir: rounded(stir),
      ...(isRain ? { wet: rounded(wet) } : {}),
      implied: rounded(implied),
      neighbours: asked.map((one) => ({
        id: one.neighbour.id,
        km: one.neighbour.km,
        usual: rounded(one.standing.usual),
        spread: rounded(one.standing.sigma),
        learnt: one.standing.learnt,
        gap: rounded(one.standing.gap),
        vote: one.vote,
        stirs: one.stirs,
      })),
    },
  };
}

/** Spatial verification `distance`. */
export const distance: SpatialMethod = { specification: SPECIFICATION, verify };
