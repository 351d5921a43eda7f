import { SLOT_MS } from '../../schemas/time.ts';
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
import type { PearsonTerm } from '../evidence/learnt-forests.ts';
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
  AROUND_SLOTS,
  addSteps,
  largestMeanStep,
  largestMove,
  SLOTS_BEFORE,
  startSteps,
} from '../neighbours/neighbour-moves.ts';
import { newOwnCourse, ownCourse } from '../neighbours/own-course.ts';
import type { Neighbour, SpatialQuestion } from '../neighbours/spatial-question.ts';
import { AnswerOnDemand } from './answer-on-demand.ts';
import { changeReason } from './change-words.ts';
import { NO_NEIGHBOUR, noneReported } from './neighbour-words.ts';
import type { SpatialAnswer, SpatialMethod, SpatialSpecification } from './spatial-method.ts';

const SLOT_MINUTES = SLOT_MS / 60_000;
const LARGEST_SHARE = 1.2;
const MOST_LEFT = 60;
/**
 * A value that moved by less than this share of the deviation, after a move the other way within the hour, departs from a
 * forecast that carries on that move: the neighbours are asked about it instead.
 */
const ECHO_JUMP = 0.5;

const SPECIFICATION: SpatialSpecification = {
  name: 'pearson',
  version: 16,
  summary: 'Judges by changes: do the neighbours show the same change, up to an hour earlier or later?',
  parameters: [
    ...NEIGHBOUR_PARAMETERS,
    {
      name: 'share_at_once',
      unit: '1',
      meaning: 'share of the change that a neighbour must show too, at once',
      low: 0,
      high: 1,
      default: SHARE_AT_ONCE,
    },
    {
      name: 'share_settled',
      unit: '1',
      meaning: 'the same with a verification delay of an hour',
      low: 0,
      high: 1,
      default: SHARE_SETTLED,
    },
    ...CLASS_PARAMETERS,
  ],
  slotsBefore: SLOTS_BEFORE,
  guarantees: [
    'looks at nothing beyond `known`, and at nothing later than an hour after the candidate',
    'the same question has the same answer',
    'no neighbour to compare: suspected, correlation 0',
    'the class is that of a sum to which each term adds, given in the evidence',
  ],
  notFor: 'A shower or a storm under one station alone, and neighbours that report less often than every three hours.',
  source: 'Measured rule, docs/verification.md; written for networks of 10 minutes with neighbours within 100 km.',
};

/** Written anew by every question, which leaves nothing behind but its answer. */
const compared = newCompared();
const course = newOwnCourse();
const terms: Record<PearsonTerm, number> = { ...NO_TERMS, following: 0, followed: 0, nearest: 0, left: 0 };
const common = newCommonEvidence(terms);

function uncompared(question: SpatialQuestion): SpatialAnswer {
  const reason = question.neighbours.length === 0 ? NO_NEIGHBOUR : noneReported(question.variable);
  return { classification: 'suspected', correlation: 0, neighbors: [], reason, evidence: { neighbours: [] } };
}

/**
 * Verifies a candidate by how the neighbours moved around it.
 *
 * With dev = actual - expected, and weights exp(-km / 12) scaled to sum 1, a neighbour's share is its largest move in the
 * direction of dev over |dev|. Besides the terms of `commonTerms` there are
 *   following  mean of the shares, each between 0 and 1.2
 *   followed   weight of the neighbours with a share above what counts as following
 *   nearest    share of the nearest, between 0 and 1
 *   left       u ln(1 + what the neighbours' mean step, at the lag that fits best, leaves of the value's own step, in typical steps)
 * Where the deviation is the echo of a move the other way (see ECHO_JUMP), that move is what the neighbours are asked about.
 * `correlation` is `followed`: 0 where nobody did, 1 where all did.
 */
function verify(question: SpatialQuestion): SpatialAnswer {
  const { station, slot, windows, neighbours, floors, spreads, middleOf } = question;
  const deviation = question.actual - question.expected;
  if (!Number.isFinite(deviation)) return uncompared(question);
  const variable = VARIABLE_INDEX[question.variable];
  const size = Math.abs(deviation) || floors[variable];
  const upward = deviation < 0 ? -1 : 1;
  const last = Math.min(question.known, slot + AROUND_SLOTS);
  ownCourse(windows, station, variable, slot, last, question.actual, upward * size, course);
  const echo = middleOf === undefined && course.jump < ECHO_JUMP && course.before > SHARE_AT_ONCE;
  const direction = echo ? -upward : upward;
  const hindsight = Math.max(0, last - slot) / AROUND_SLOTS;
  const needed = shareNeeded(hindsight);

  compared.count = 0;
  startSteps();
  const asked: Neighbour[] = [];
  const shares: number[] = [];
  /** When each made its largest step that way, in slots after the candidate. */
  const lags: number[] = [];
  let weights = 0;
  let following = 0;
  let followed = 0;
  for (let k = 0; k < neighbours.length && compared.count < COMPARED; k++) {
    const { index, km } = neighbours[k];
    if (windows.newest(index) <= slot - AROUND_SLOTS) continue;
    let move = largestMove(windows, index, variable, slot, last, direction);
    if (move === Number.NEGATIVE_INFINITY) continue;
    const weight = weightAt(km);
    const lag = addSteps(slot, last, direction, weight);
    if (middleOf !== undefined) {
      move = Math.max(move, largestDeparture(windows, index, variable, slot, last, direction, middleOf));
    }
    const share = move / size;
    weights += weight;
    following += weight * Math.min(LARGEST_SHARE, Math.max(0, share));
    if (share > needed) followed += weight;
    const at = compared.count++;
    asked.push(neighbours[k]);
    shares.push(share);
    lags.push(lag);
    compared.index[at] = index;
    compared.kilometres[at] = km;
    compared.weights[at] = weight;
    compared.explain[at] = share > needed ? 1 : 0;
  }
  if (compared.count === 0) return uncompared(question);

  const n = followed / weights;
  const step = echo ? course.before : course.jump;
  const left = Math.max(0, step * size - largestMeanStep(slot, last)) / spreads[variable];
  common.hindsight = hindsight;
  commonTerms(question, compared, last, size, n, course, common);
  terms.following = following / weights;
  terms.followed = n;
  terms.nearest = Math.min(1, Math.max(0, shares[0]));
  terms.left = unexplainedOf(n) * Math.log1p(Math.min(MOST_LEFT, left));
  const weighed = weighEvidence(question, { compared, common, forest: 'pearson', last });
  const { logOdds } = weighed;
  let largest = 0;
  let showing = 0;
  for (const share of shares) {
    if (share > largest) largest = share;
    if (share > needed) showing++;
  }
  const classification = classOf(logOdds, common);
  const grounds = {
    classification,
    variable: question.variable,
    within: neighbours.length,
    compared: compared.count,
    nearestKm: compared.kilometres[0],
    few: compared.count < FEW,
    localWeather: localWeatherOf(common),
    unsettled: common.unsettled,
    wet: common.wet,
    usual: common.usual,
    size,
    earlier: echo,
    show: showing,
    weight: n,
    largest: largest * size,
  };
  return new AnswerOnDemand(classification, rounded(n), asked, {
    reason: () => changeReason(grounds),
    evidence: () => {
      const rows = asked.map(({ id, km }, k) => {
        const lagMinutes = shares[k] > needed ? lags[k] * SLOT_MINUTES : null;
        return { id, km, share: rounded(shares[k]), lagMinutes };
      });
      const around = { needed: rounded(needed), echo, neighbours: rows };
      return { ...weighed.evidence(), ...usualEvidence(grounds.usual), ...around };
    },
  });
}

/** Spatial verification `pearson`. */
export const pearson: SpatialMethod = { specification: SPECIFICATION, verify };
