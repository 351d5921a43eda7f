import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { CLASS_PARAMETERS, classOf } from '../evidence/evidence-class.ts';
import { rounded } from '../evidence/evidence-numbers.ts';
import {
  commonTerms,
  localWeatherOf,
  NO_TERMS,
  newCommonEvidence,
  newCompared,
  unexplainedOf,
} from '../evidence/evidence-terms.ts';
import type { DistanceTerm } from '../evidence/learnt-forests.ts';
import { usualEvidence } from '../evidence/usual-departure.ts';
import { weighEvidence } from '../evidence/weighed-evidence.ts';
import {
  COMPARED,
  FEW,
  NEIGHBOUR_PARAMETERS,
  SHARE_AT_ONCE,
  SHARE_SETTLED,
  shareNeeded,
  weightAt,
} from '../neighbours/asked-neighbours.ts';
import { largestDeparture } from '../neighbours/neighbour-departure.ts';
import {
  LEVELS_AROUND,
  LEVELS_BEFORE,
  newReduction,
  newStanding,
  readOwn,
  reductionOf,
  type Standing,
  standing,
  stoodAway,
} from '../neighbours/neighbour-levels.ts';
import { newOwnCourse, ownCourse } from '../neighbours/own-course.ts';
import { reduceByDays } from '../neighbours/reduction-by-days.ts';
import type { Neighbour, SpatialQuestion } from '../neighbours/spatial-question.ts';
import { medianOfFirst } from '../windows/window-values.ts';
import { AnswerOnDemand } from './answer-on-demand.ts';
import { levelReason, type Vote } from './level-words.ts';
import { NO_EXPECTATION, NO_NEIGHBOUR, NONE_AT_LEVEL, noneLongEnough } from './neighbour-words.ts';
import type { SpatialAnswer, SpatialMethod, SpatialSpecification } from './spatial-method.ts';

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
  version: 16,
  summary: 'Judges by levels: does the value differ from the neighbours by more than it usually does?',
  parameters: [
    ...NEIGHBOUR_PARAMETERS,
    {
      ...share,
      name: 'share_at_once',
      meaning: 'share of the deviation that a neighbour must explain, at once',
      default: SHARE_AT_ONCE,
    },
    {
      ...share,
      name: 'share_settled',
      meaning: 'the same with a verification delay of an hour',
      default: SHARE_SETTLED,
    },
    {
      name: 'usual_sigmas',
      unit: '1',
      meaning: 'a smaller difference is usual, in typical spreads of it',
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
    'the class is that of a sum to which each term adds, given in the evidence',
  ],
  notFor: 'A shower or a storm under one station alone, and pressures that hold at different levels.',
  source: 'Measured rule, docs/verification.md; heights by the standard atmosphere, ISO 2533.',
};

/** Least weight of neighbours that the value stands or stood away from, for a failure. */
const LEAST_AWAY = 0.3;

/** Written anew by every question, which leaves nothing behind but its answer; the neighbours nearest first. */
const compared = newCompared();
const asked: Neighbour[] = [];
const standings = Array.from({ length: COMPARED }, newStanding);
const votes: Vote[] = [];
const inOrder = new Float64Array(COMPARED);
const reduction = newReduction();
const course = newOwnCourse();
const terms: Record<DistanceTerm, number> = {
  ...NO_TERMS,
  stands_away: 0,
  returned: 0,
  along: 0,
  apart: 0,
  restless: 0,
};
const common = newCommonEvidence(terms);

const gapOf = ({ gap }: Standing, size: number) => Math.min(1.5, Math.max(-1, gap / size));
const restlessnessOf = ({ sigma }: Standing, size: number) => sigma / size;
const impliedOf = ({ implied }: Standing) => implied;
const correlationOf = ({ correlation }: Standing) => correlation;

/** Median of a number over the neighbours compared. */
function medianOfEach(number: (it: Standing, size: number) => number, size: number): number {
  const { count } = compared;
  for (let k = 0; k < count; k++) inOrder[k] = number(standings[k], size);
  return medianOfFirst(inOrder, count);
}

/** Weight of the neighbours compared with a vote. */
function weightOf(wanted: Vote): number {
  let sum = 0;
  for (let k = 0; k < compared.count; k++) if (votes[k] === wanted) sum += compared.weights[k];
  return sum;
}

/** What the neighbour read last says to a deviation of a size, of which it has to explain a share. */
function voteOf(it: Standing, size: number, needed: number, last: number, slot: number, direction: number): Vote {
  if (it.gap > Math.max((1 - needed) * size, USUAL_SIGMAS * it.sigma)) return 'away';
  if (Math.max(it.along, it.against) > ALONG_SHARE * size) return 'along';
  return stoodAway(it, last, slot, -direction, RETURN_SHARE * size) ? 'returned' : 'still';
}

function uncompared(reason: string): SpatialAnswer {
  return { classification: 'suspected', correlation: 0, neighbors: [], reason, evidence: { neighbours: [] } };
}

/**
 * Compares the nearest neighbours that can be, each with its vote.
 *
 * @param last newest slot that is read
 * @returns whether levels of pressure kept any from it
 */
function ask(question: SpatialQuestion, last: number, size: number, direction: number, needed: number): boolean {
  const { station, slot, windows, neighbours, floors, siteOf, middleOf } = question;
  const variable = VARIABLE_INDEX[question.variable];
  const leastSigma = floors[variable] * LEAST_SIGMA;
  const place = siteOf?.(station);
  const withTrend = middleOf === undefined;
  let levels = false;
  compared.count = 0;
  readOwn(windows, station, variable, slot, question.actual);
  for (let k = 0; k < neighbours.length && compared.count < COMPARED; k++) {
    const { index, km } = neighbours[k];
    if (windows.newest(index) < slot - LEVELS_AROUND) continue;
    if (!reductionOf(question.variable, place, siteOf?.(index), reduction)) {
      levels = true;
      continue;
    }
    reduceByDays(question, index, variable, reduction);
    const at = compared.count;
    const it = standings[at];
    if (!standing(windows, index, variable, slot, last, direction, reduction, leastSigma, withTrend, it)) continue;
    if (middleOf !== undefined) {
      it.along = Math.max(it.along, largestDeparture(windows, index, variable, slot, last, direction, middleOf));
    }
    const restless = it.sigma / size;
    asked[at] = neighbours[k];
    votes[at] = voteOf(it, size, needed, last, slot, direction);
    compared.index[at] = index;
    compared.kilometres[at] = km;
    compared.explain[at] = votes[at] === 'along' ? 1 : 0;
    compared.weights[at] = weightAt(km) / (1 + restless * restless);
    compared.count++;
  }
  return levels;
}

/**
 * Verifies a candidate by where it stands to its neighbours.
 *
 * What a neighbour implies is its value, reduced to the station's height, plus the usual difference: the median over the
 * hours before. With dev = actual - expected, a neighbour votes
 *   away      what it implies within an hour around leaves more than the share of dev, and than 1.5 typical spreads
 *   along     the value agrees, and the neighbour has itself come far from where it was heading
 *   returned  the value agrees, the neighbour has not moved, and an earlier value of the hour stood away the other way
 *   still     the value agrees, the neighbour has not moved, and neither did the value stand away before
 * Besides the terms of `commonTerms`, each in weights exp(-km / 12) / (1 + (spread / dev)^2) scaled to sum 1, there are the
 * weights of those that vote away, returned and along, and
 *   apart      u times the median of the gaps over |dev|, between -1 and 1.5
 *   restless   u times the median of the typical spreads over |dev|, at most 2
 * where u is what those that vote along leave unexplained.
 * `correlation` is the median of the plain ones with the neighbours over six hours, for information only.
 */
function verify(question: SpatialQuestion): SpatialAnswer {
  const { variable, actual, station, slot, windows } = question;
  const deviation = actual - question.expected;
  if (!Number.isFinite(deviation)) return uncompared(NO_EXPECTATION);
  if (question.neighbours.length === 0) return uncompared(NO_NEIGHBOUR);
  const size = Math.abs(deviation) || question.floors[VARIABLE_INDEX[variable]];
  const upward = deviation < 0 ? -1 : 1;
  const last = Math.min(question.known, slot + LEVELS_AROUND);
  const hindsight = Math.max(0, last - slot) / LEVELS_AROUND;
  const levels = ask(question, last, size, upward, shareNeeded(hindsight));
  const { count } = compared;
  if (count === 0) return uncompared(levels ? NONE_AT_LEVEL : noneLongEnough(variable));

  ownCourse(windows, station, VARIABLE_INDEX[variable], slot, last, actual, upward * size, course);
  let weights = 0;
  for (let k = 0; k < count; k++) weights += compared.weights[k];
  const along = weightOf('along') / weights;
  const unexplained = unexplainedOf(along);
  common.hindsight = hindsight;
  commonTerms(question, compared, last, size, along, course, common);
  terms.stands_away = weightOf('away') / weights;
  terms.returned = weightOf('returned') / weights;
  terms.along = along;
  terms.apart = unexplained * medianOfEach(gapOf, size);
  terms.restless = unexplained * Math.min(2, medianOfEach(restlessnessOf, size));
  const weighed = weighEvidence(question, { compared, common, forest: 'distance', last });
  const { logOdds } = weighed;
  const asWeighed = classOf(logOdds, common);
  // Who stands to the neighbours as ever has not failed, whatever was expected of him.
  const stoodAside = terms.stands_away + terms.returned >= LEAST_AWAY;
  const classification = asWeighed === 'device_failure' && !stoodAside ? 'suspected' : asWeighed;

  const voted: Record<Vote, number> = { away: 0, returned: 0, along: 0, still: 0 };
  const rows: object[] = [];
  for (let k = 0; k < count; k++) {
    const { usual, sigma, learnt, gap } = standings[k];
    const vote = votes[k];
    voted[vote]++;
    rows.push({
      id: asked[k].id,
      km: compared.kilometres[k],
      usual: rounded(usual),
      spread: rounded(sigma),
      learnt,
      gap: rounded(gap),
      vote,
    });
  }
  const implied = medianOfEach(impliedOf, size);
  const grounds = {
    classification,
    variable,
    within: question.neighbours.length,
    compared: count,
    nearestKm: compared.kilometres[0],
    few: count < FEW,
    localWeather: localWeatherOf(common),
    unsettled: common.unsettled,
    wet: common.wet,
    usual: common.usual,
    actual,
    indicated: implied,
    votes: voted,
  };
  return new AnswerOnDemand(classification, rounded(medianOfEach(correlationOf, size)), asked.slice(0, count), {
    reason: () => levelReason(grounds),
    evidence: () => {
      const stood = { implied: rounded(implied), neighbours: rows };
      return { ...weighed.evidence(), ...usualEvidence(grounds.usual), ...stood };
    },
  });
}

/** Spatial verification `distance`. */
export const distance: SpatialMethod = { specification: SPECIFICATION, verify };
