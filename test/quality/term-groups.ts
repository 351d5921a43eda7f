import type { HourlyTerm } from '../../detectors/evidence/hourly-terms.ts';
import type { DistanceTerm, PearsonTerm } from '../../detectors/evidence/learnt-weights.ts';

/**
 * Terms that say the same thing in different words, so that one is worth little without the others: left out together.
 * What the neighbours leave unexplained scales other terms as well, and that stays.
 */
export const TERM_GROUPS: readonly (readonly [evidence: string, terms: readonly (PearsonTerm | DistanceTerm)[]])[] = [
  [
    'how many followed, as a term of its own',
    ['explained', 'following', 'followed', 'nearest', 'away', 'returned', 'along'],
  ],
  ['what is left against the neighbours', ['left', 'apart', 'restless']],
  ['how large it is', ['size', 'size_rain']],
  ['which variable it is', ['out_hum', 'wind_speed', 'bar', 'rain']],
  ['the step and what came before', ['echo', 'jump']],
  ['what is left of it later', ['after']],
  ['unsettled weather nearby', ['stir', 'stir_others']],
  ['rain around', ['wet', 'wet_rain']],
  ['other variables of the station', ['companions', 'alike', 'stray']],
  ['how many and how far they are', ['few', 'far']],
];

/** The same of hourly stations. */
export const HOURLY_TERM_GROUPS: readonly (readonly [evidence: string, terms: readonly HourlyTerm[]])[] = [
  ['its own steps', ['step', 'step_floor', 'before', 'two_back']],
  [
    'where it usually stands to the neighbours',
    ['away', 'away_floor', 'away_1', 'away_2', 'away_3', 'least_away', 'next_away'],
  ],
  [
    'its steps less the neighbours',
    ['alone', 'alone_floor', 'alone_1', 'alone_2', 'alone_3', 'least_alone', 'next_alone'],
  ],
  [
    'the steps of the neighbours',
    ['move_1', 'move_2', 'move_3', 'share', 'share_median', 'most', 'least', 'middle', 'scatter', 'next_move'],
  ],
  ['other variables', ['others_step', 'others_alone', 'others_alone_second', 'others_stir', 'stir']],
  ['rain', ['rain', 'rain_around']],
  ['which variable it is, how high and how usual', ['variable', 'level', 'usual_floor']],
  ['how many and how far they are', ['neighbours', 'km', 'km_third']],
  ['what follows', ['next', 'next_two', 'next_away', 'next_alone', 'next_move']],
];

/** What is left when all else is: it stands for a constant. */
export const CONSTANT_TERM = 'unexplained';
