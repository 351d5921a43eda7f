import type { Classification } from '../../schemas/anomaly.ts';
import type { Flag, NotJudgedReason } from '../../schemas/judgement.ts';
import type { NotAskedStep, Rule, RuleStep, RunStep } from '../../schemas/judgement-trace.ts';

export const CLASS_WORDS: Readonly<Record<Classification, string>> = {
  device_failure: 'device failure',
  weather_event: 'weather event',
  suspected: 'suspected',
};

/** QARTOD's own words for its primary flags. */
export const FLAG_WORDS: Readonly<Record<Flag, string>> = {
  1: 'pass',
  2: 'not evaluated',
  3: 'suspect',
  4: 'fail',
  9: 'missing',
};

export const NOT_JUDGED_WORDS: Readonly<Record<Exclude<NotJudgedReason, ''>, string>> = {
  missing: 'the report has no value of this variable',
  insufficient_history: 'too little history before it',
  gross_range: 'beyond its limits',
  late: 'it came too late to be judged in its place',
  not_selected: 'HALCYON_VARIABLES leaves the variable out',
  method_error: 'the method could not be computed',
  corrected: 'it was corrected too late to be judged again',
};

/** Why a check was not asked. */
export const NOT_ASKED_WORDS: Readonly<Record<NotAskedStep['why'], string>> = {
  off: 'not asked, HALCYON_CHECKS leaves it out',
  flagged_already: 'not asked, the method has flagged the value already',
  not_beside_method: 'not asked, a forecast from a window of this length finds such changes itself',
  just_changed: 'not asked, the value differs from the report before it',
};

/** Why a value that has been the same for long enough is no candidate. */
export const NOT_FLAT_WORDS: Readonly<Record<Exclude<RunStep['why'], ''>, string>> = {
  few_own_days: 'the days of the station tell too little of its typical step',
  once_an_hour: 'an earlier report of the hour was asked about',
  changed_beside: 'a report between the slots differs',
};

/** What a rule asks, and what it says where the candidate does not pass. */
const RULE_WORDS: Readonly<Record<Rule, { readonly passes: string; readonly stops: string }>> = {
  gross_range: { passes: 'within its limits', stops: 'the value is beyond its limits' },
  consistency: { passes: 'the values of the report agree', stops: 'the value contradicts others of its report' },
  flat_line: {
    passes: 'the value is not stuck',
    stops: 'the value stands still; what the neighbours did meanwhile says whether it is stuck',
  },
  verification: { passes: 'neighbours are asked', stops: 'neighbours are not asked, verification is off' },
  feed_outage: {
    passes: 'most neighbours report new values',
    stops: 'half of the neighbours or more repeat their record, nothing can be compared',
  },
  station_repeats: {
    passes: 'the station did not repeat its record before',
    stops: 'the station repeated its record before, so that the departure says nothing',
  },
  back_where_it_stood: {
    passes: 'the window itself is not off',
    stops: 'the value is back at its usual difference from its neighbours before the window, which is off itself',
  },
  back_among_neighbours: {
    passes: 'it is not the return from a spike in the hour before',
    stops: 'the value is back at its usual difference from its neighbours before the last report, which was the spike',
  },
  noticed: {
    passes: 'the departure is large enough to tell of',
    stops: 'the departure is smaller than what is told of this class',
  },
  beyond_weather: {
    passes: 'weather can change it so much',
    stops: 'weather does not change it so much at once, though the neighbours show the same',
  },
  returns_from_fault: {
    passes: 'it is not the return from a fault',
    stops: 'the sensor returns from its fault with this value, which is right',
  },
};

/** What a rule says, without a full stop. @param amount a number with the unit of the variable */
export function ruleWords({ rule, outcome, classification, numbers }: RuleStep, amount: (x: number) => string): string {
  const { passes, stops } = RULE_WORDS[rule];
  const { departure, least } = numbers;
  const sizes = departure === undefined || least === undefined ? '' : ` (${amount(departure)}, least ${amount(least)})`;
  const repeats = numbers['neighbours_that_repeat'] ?? 0;
  const left = repeats > 0 ? `, ${repeats} that repeat theirs are left out` : '';
  const reports = numbers['reports'] === undefined ? '' : ` (${numbers['reports']} reports)`;
  if (outcome === 'passes') return `passes, ${passes}${left}${sizes}`;
  if (outcome === 'dismisses') return `dismisses the candidate, ${stops}${sizes}`;
  return `decides, ${stops}${reports}: ${classification === null ? '' : CLASS_WORDS[classification]}`;
}

/** Terms of the evidence, and what a neighbour shows, in words; docs/verification.md says more. */
const TERM_WORDS: Readonly<Record<string, string>> = {
  explained: 'weight of the neighbours that explain it',
  unexplained: 'what they leave unexplained of it',
  size: 'size of the deviation, in typical steps of the station',
  size_floor: 'the same, in smallest deviations that are judged',
  from_middle: 'whether the middle of the window was expected',
  echo: 'its move the other way within the hour before',
  jump: 'its last step, as a share of the deviation',
  after: 'what is left of the deviation later on',
  unsettled: 'neighbours whose values of this variable are unsettled',
  unsettled_others: 'neighbours whose other variables are unsettled',
  wet: 'neighbours with rain',
  companions: 'neighbours that changed with it in another variable',
  alike: 'other variables in which one neighbour changed with it',
  stray: 'other variables in which it changed and that neighbour did not',
  explained_by: 'share of the neighbours that explain it',
  together: 'other variables in which a near neighbour that explains it changed with it',
  outflow: 'its own values say that a front, or the outflow of a storm, has come',
  shower: 'its own values say that a shower fell',
  following: 'share of the change that the neighbours show',
  followed: 'weight of the neighbours that show the same change',
  nearest: 'share of the change that the nearest shows',
  left: 'what their mean step leaves of its own',
  stands_away: 'weight of the neighbours that it differs from',
  returned: 'weight of those to whose level it returned',
  along: 'weight of those that changed too',
  apart: 'how far it is from what they imply',
  restless: 'how much it usually differs from them',
  step: 'its last step, in typical ones',
  step_floor: 'the same, in smallest deviations that are judged',
  before: 'its step before',
  two_back: 'its last two steps together',
  away: 'from its typical difference to the neighbours',
  away_floor: 'the same, in smallest deviations that are judged',
  least_away: 'the smallest such difference',
  alone: 'its last step less that of the neighbours',
  alone_floor: 'the same, in smallest deviations that are judged',
  least_alone: 'the smallest such difference to one of them',
  share_median: 'median step of the neighbours, as a share of its own',
  most: 'largest step of the neighbours in its direction',
  least: 'smallest step of the neighbours',
  middle: 'median step of the neighbours',
  scatter: 'how much their steps differ',
  neighbours: 'how many neighbours tell',
  others_step: 'largest step of its other variables',
  others_alone: 'the same, less that of the neighbours',
  others_alone_second: 'the second largest',
  others_stir: 'steps of the neighbours in other variables',
  stir: 'largest step of a neighbour in any variable',
  rain: 'rain here, in mm',
  rain_around: 'most rain at a neighbour, in mm',
  level: 'the value itself, of humidity and wind',
  usual_floor: 'its typical step, in smallest deviations that are judged',
  km: 'distance of the nearest neighbour',
  km_third: 'distance of the third',
  variable: 'which variable it is',
  next: 'its next step',
  next_two: 'its last step and the next together',
  next_alone: 'its next step less that of the neighbours',
  next_move: 'next step of the neighbours',
  any: 'the same for any candidate',
  share: 'share of the change',
  lagMinutes: 'minutes later',
  usual: 'usual difference',
  spread: 'its usual spread',
  learnt: 'learnt from days',
  gap: 'off what it implies by',
  vote: 'votes',
  range: 'range',
};

/** What a term is, behind its name; nothing where the name says it. */
export function glossOf(name: string): string {
  return name in TERM_WORDS ? `: ${TERM_WORDS[name]}` : '';
}

/** A term in words; its name where it has none of its own. */
export function termWords(name: string): string {
  return TERM_WORDS[name] ?? name.replaceAll('_', ' ');
}
