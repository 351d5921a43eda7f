import type { DistanceTerm, PearsonTerm } from '../../detectors/spatial/learnt-weights.ts';

/** Terms of the departure from where a station usually stands to its neighbours. */
export const USUAL_DEPARTURE_TERMS = ['unusual', 'unusual_share', 'unusual_spread'] as const;

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
  ['what stirs around', ['stir', 'stir_others']],
  ['rain around', ['wet', 'wet_rain']],
  ['other variables of the station', ['companions', 'alike', 'stray']],
  ['how many and how far they are', ['few', 'far']],
  ['usual differences from the neighbours', USUAL_DEPARTURE_TERMS],
];

/** What is left when all else is: it stands for a constant. */
export const CONSTANT_TERM = 'unexplained';
