import type { DistanceTerm, PearsonTerm } from '../../detectors/evidence/learnt-forests.ts';
import { STEP_TERMS_WITHOUT_LEVELS, type StepTerm } from '../../detectors/evidence/step-terms.ts';

/** Terms that say the same thing in different words, so that one is worth little without the others: left out together. */
type TermGroups<Term> = readonly (readonly [evidence: string, terms: readonly Term[]])[];

/** Those of hourly stations. */
export const HOURLY_TERM_GROUPS: TermGroups<StepTerm> = [
  ["the station's steps", ['step', 'step_floor', 'before', 'two_back']],
  [
    'the typical difference to the neighbours',
    ['away', 'away_floor', 'away_1', 'away_2', 'away_3', 'least_away', 'next_away'],
  ],
  [
    "steps less the neighbours' steps",
    ['alone', 'alone_floor', 'alone_1', 'alone_2', 'alone_3', 'least_alone', 'next_alone'],
  ],
  [
    'the steps of the neighbours',
    ['move_1', 'move_2', 'move_3', 'share', 'share_median', 'most', 'least', 'middle', 'scatter', 'next_move'],
  ],
  ['other variables', ['others_step', 'others_alone', 'others_alone_second', 'others_stir', 'stir']],
  ['rain', ['rain', 'rain_around']],
  ['the variable, its level and typical values', ['variable', 'level', 'usual_floor']],
  ['the number and distance of neighbours', ['neighbours', 'km', 'km_third']],
  ['the next report', ['next', 'next_two', 'next_away', 'next_alone', 'next_move']],
];

const ofSteps = HOURLY_TERM_GROUPS.map(
  ([what, terms]) => [what, terms.filter((term) => STEP_TERMS_WITHOUT_LEVELS.includes(term))] as const,
).filter(([, terms]) => terms.length > 0);

/** Those of the other stations. */
export const TERM_GROUPS: TermGroups<PearsonTerm | DistanceTerm | StepTerm> = [
  [
    'the moves of the neighbours within an hour',
    [
      ...(['unexplained', 'explained_by', 'following', 'followed', 'nearest', 'left'] as const),
      ...(['stands_away', 'returned', 'along', 'apart', 'restless'] as const),
    ],
  ],
  ['the deviation from the expected value', ['size', 'size_floor', 'from_middle', 'echo', 'jump', 'after']],
  ['nearby variability and rain within an hour', ['unsettled', 'unsettled_others', 'wet']],
  ['other variables within an hour', ['companions', 'alike', 'stray', 'together', 'outflow', 'shower']],
  ...ofSteps,
];
