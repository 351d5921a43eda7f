import type { HourlyTerm } from '../../detectors/evidence/hourly-terms.ts';
import type { DistanceTerm, PearsonTerm } from '../../detectors/evidence/learnt-weights.ts';

/**
 * Terms that say the same thing in different words, so that one is worth little without the others: left out together.
 * What the neighbours leave unexplained scales other terms as well, and that stays.
 */
export const TERM_GROUPS: readonly (readonly [evidence: string, terms: readonly (PearsonTerm | DistanceTerm)[]])[] = [
  ['the share of following neighbours', ['explained', 'following', 'followed', 'nearest', 'away', 'returned', 'along']],
  ['the remainder against the neighbours', ['left', 'apart', 'restless']],
  ['the size', ['size', 'size_rain']],
  ['the variable', ['out_hum', 'wind_speed', 'bar', 'rain']],
  ['the last step and the rebound', ['echo', 'jump']],
  ['the remainder half an hour later', ['after']],
  ['nearby variability', ['stir', 'stir_others']],
  ['nearby rain', ['wet', 'wet_rain']],
  ['other variables of the station', ['companions', 'alike', 'stray']],
  ['the number and distance of neighbours', ['few', 'far']],
];

/** The same of hourly stations. */
export const HOURLY_TERM_GROUPS: readonly (readonly [evidence: string, terms: readonly HourlyTerm[]])[] = [
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

/** What is left when all else is: it stands for a constant. */
export const CONSTANT_TERM = 'unexplained';
