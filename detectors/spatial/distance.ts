import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { medianOf } from '../methods/window-values.ts';
import {
  COMPARED,
  NEIGHBOUR_PARAMETERS,
  SHARE_AT_ONCE,
  SHARE_SETTLED,
  shareNeeded,
  weightAt,
} from './asked-neighbours.ts';
import { distanceReason, type Vote } from './distance-reason.ts';
import { rounded, roundedAll } from './evidence-numbers.ts';
import { commonTerms, unexplainedOf } from './evidence-terms.ts';
import { DISTANCE_WEIGHTS } from './learnt-weights.ts';
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
import { newOwnCourse, ownCourse } from './own-course.ts';
import type {
  Neighbour,
  SpatialAnswer,
  SpatialMethod,
  SpatialQuestion,
  SpatialSpecification,
} from './spatial-method.ts';
import { CLASS_PARAMETERS, classOf, FEW, questionKind, weigh } from './weighing.ts';

/** A distance of less than so many sigmas is usual. */
const USUAL_SIGMAS = 1.5;
/** Smallest sigma of a usual difference, as a share of the variable's floor. */
const LEAST_SIGMA = 1 / 4;
/** Earlier distance the other way that makes an agreeing value a return, as a share of the deviation. */
const RETURN_SHARE = 0.5;
/** Share of the deviation that a neighbour has to have come, either way, to vouch for weather. */
const ALONG_SHARE = 0.4;

const share = { unit: '1', low: 0, high: 1 };

const SPECIFICATION: SpatialSpecification = {
  name: 'distance',
  version: 4,
  summary: 'Judges by where values stand: the difference from the neighbours against what is usual between them.',
  parameters: [
    ...NEIGHBOUR_PARAMETERS,
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
    ...CLASS_PARAMETERS,
  ],
  slotsBefore: LEVELS_BEFORE,
  guarantees: [
    'looks at nothing beyond `known`, and at nothing later than an hour after the candidate',
    'the same question has the same answer',
    'a constant offset between two stations has no influence',
    'no neighbour to compare: suspected, correlation 0',
    'the class is that of a weighed sum of terms, each given in the evidence',
  ],
  notFor: 'A shower or a storm under one station alone, and pressures that hold at different levels.',
  source: 'Measured rule, docs/verification.md; heights by the standard atmosphere, ISO 2533.',
};

/** Least weight of neighbours that the value stands or stood away from, for a failure. */
const LEAST_AWAY = 0.3;

const course = newOwnCourse();

function medianOfList(values: readonly number[]): number {
  return medianOf(Float64Array.from(values).sort(), values.length);
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
}

/** The nearest neighbours that can be compared, each with its vote; and whether levels of pressure kept any from it. */
function ask(question: SpatialQuestion, size: number, direction: number): { asked: Asked[]; levels: boolean } {
  const { station, slot, windows, neighbours, floors, siteOf, middleOf } = question;
  const variable = VARIABLE_INDEX[question.variable];
  const last = Math.min(question.known, slot + LEVELS_AROUND);
  const hindsight = Math.max(0, last - slot) / LEVELS_AROUND;
  const needed = shareNeeded(hindsight);
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
    const vote = voteOf(it, size, needed, () => stoodAway(it, last, slot, -direction, RETURN_SHARE * size));
    asked.push({ standing: it, neighbour, weight: weightAt(km) / (1 + restless * restless), vote });
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
 * Besides the terms of `commonTerms`, each in weights exp(-km / 12) / (1 + (spread / dev)^2) scaled to sum 1, there are the
 * weights of those that vote away, returned and along, and
 *   apart      u times the median of the gaps over |dev|, between -1 and 1.5
 *   restless   u times the median of the usual spreads over |dev|, at most 2
 * where u is what those that vote along leave unexplained.
 * `correlation` is the median of the plain ones with the neighbours over six hours, for information only.
 */
function verify(question: SpatialQuestion): SpatialAnswer {
  const { variable, actual, station, slot, windows, middleOf } = question;
  const deviation = actual - question.expected;
  if (!Number.isFinite(deviation)) return uncompared('there is no expected value to compare with');
  if (question.neighbours.length === 0) return uncompared('no neighbour within the radius to ask');
  const size = Math.abs(deviation) || question.floors[VARIABLE_INDEX[variable]];
  const upward = deviation < 0 ? -1 : 1;
  const { asked, levels } = ask(question, size, upward);
  if (asked.length === 0) {
    const why = levels
      ? 'gives pressure at the same level as this station'
      : `reported ${variable} around that time, with enough before it to tell what is usual between them`;
    return uncompared(`none of the neighbours within the radius ${why}`);
  }

  const last = Math.min(question.known, slot + LEVELS_AROUND);
  ownCourse(windows, station, VARIABLE_INDEX[variable], slot, last, actual, upward * size, course);
  const weights = asked.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = (wanted: Vote) =>
    asked.reduce((sum, { vote, weight }) => (vote === wanted ? sum + weight : sum), 0) / weights;
  const compared = {
    count: asked.length,
    index: Int32Array.from(asked, ({ neighbour }) => neighbour.index),
    kilometres: Float64Array.from(asked, ({ neighbour }) => neighbour.km),
    weights: Float64Array.from(asked, ({ weight }) => weight),
  };
  const along = shareOf('along');
  const unexplained = unexplainedOf(along);
  const common = commonTerms(question, compared, last, size, along, course);
  const terms = {
    ...common.terms,
    away: shareOf('away'),
    returned: shareOf('returned'),
    along,
    apart: unexplained * medianOfList(asked.map(({ standing: { gap } }) => Math.min(1.5, Math.max(-1, gap / size)))),
    restless: unexplained * Math.min(2, medianOfList(asked.map(({ standing: { sigma } }) => sigma / size))),
  };
  const hindsight = Math.max(0, last - slot) / LEVELS_AROUND;
  const slight = size < question.floors[VARIABLE_INDEX[question.variable]];
  const { logOdds, adds } = weigh(
    terms,
    DISTANCE_WEIGHTS[questionKind(middleOf !== undefined, slight, course.cadence)],
    hindsight,
  );
  const lively = along > 0 || common.stirring > 0 || common.wet > 0;
  const weighed = classOf(logOdds, asked.length, along, lively, slight);
  // Who stands to the neighbours as ever has not failed, whatever was expected of him.
  const stoodAside = terms.away + terms.returned >= LEAST_AWAY;
  const classification = weighed === 'device_failure' && !stoodAside ? 'suspected' : weighed;

  const votes: Record<Vote, number> = { away: 0, returned: 0, along: 0, still: 0 };
  for (const { vote } of asked) votes[vote]++;
  const implied = medianOfList(asked.map((one) => one.standing.implied));
  const reason = distanceReason({
    classification,
    variable,
    actual,
    implied,
    sigma: medianOfList(asked.map((one) => one.standing.sigma)),
    compared: asked.length,
    few: asked.length < FEW,
    votes,
    stirring: common.stirring,
    wet: variable === 'rain' ? common.wet : null,
  });
  return {
    classification,
    correlation: rounded(medianOfList(asked.map((one) => one.standing.correlation))),
    neighbors: asked.map(({ neighbour }) => neighbour.id),
    reason,
    evidence: {
      logOdds: rounded(logOdds),
      terms: roundedAll(terms),
      adds: roundedAll(adds),
      implied: rounded(implied),
      neighbours: asked.map((one) => ({
        id: one.neighbour.id,
        km: one.neighbour.km,
        usual: rounded(one.standing.usual),
        spread: rounded(one.standing.sigma),
        learnt: one.standing.learnt,
        gap: rounded(one.standing.gap),
        vote: one.vote,
      })),
    },
  };
}

/** Spatial verification `distance`. */
export const distance: SpatialMethod = { specification: SPECIFICATION, verify };
