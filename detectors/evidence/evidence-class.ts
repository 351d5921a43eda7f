import type { Classification } from '../../schemas/anomaly.ts';
import type { ParameterSpecification } from '../methods/temporal-method.ts';
import { FEW } from '../neighbours/asked-neighbours.ts';

/** What a class depends on besides the log-odds. */
export interface Circumstances {
  /** Number of neighbours. */
  compared: number;
  /** Whether any of them did anything. */
  lively: boolean;
  /** Whether the station counts as hourly (`isHourly`). */
  hourly: boolean;
  /** Share of the hindsight that is known, 0 to 1. */
  hindsight: number;
}

/**
 * Log-odds above which it is the device: what trees learnt was learnt in other weather, and a false alarm costs more than a fault
 * that stays suspected.
 */
const FAILURE_ABOVE = 0.7;
/** The same at once, where the station reports often: a front may have come to it first, and its neighbours have not had their hour. */
const FAILURE_ABOVE_AT_ONCE = 1.5;
/** Log-odds below which it is the weather. */
const WEATHER_BELOW = -1;
/** What a method that weighs evidence says of the limits of its classes. */
export const CLASS_PARAMETERS: readonly ParameterSpecification[] = [
  {
    name: 'failure_above',
    unit: 'log-odds',
    meaning: 'weighed evidence above this is a device failure, settled or of an hourly station',
    low: -5,
    high: 5,
    default: FAILURE_ABOVE,
  },
  {
    name: 'failure_above_at_once',
    unit: 'log-odds',
    meaning: 'the same at once of a station that reports often; between the two with a part of the verification delay',
    low: -5,
    high: 5,
    default: FAILURE_ABOVE_AT_ONCE,
  },
  {
    name: 'weather_below',
    unit: 'log-odds',
    meaning: 'weighed evidence below this is weather',
    low: -5,
    high: 5,
    default: WEATHER_BELOW,
  },
];
/** Fewer neighbours than FEW must speak more clearly: by so much in log-odds. */
const CAUTION_OF_FEW = 0.7;

/** The class of a candidate by its log-odds. Whatever they are, no weather where nothing at all goes on around. */
export function classOf(logOdds: number, { compared, lively, hourly, hindsight }: Circumstances): Classification {
  const caution = compared < FEW ? CAUTION_OF_FEW : 0;
  const early = hourly ? 0 : (FAILURE_ABOVE_AT_ONCE - FAILURE_ABOVE) * (1 - hindsight);
  if (logOdds > FAILURE_ABOVE + early + caution) return 'device_failure';
  return logOdds < WEATHER_BELOW - caution && lively ? 'weather_event' : 'suspected';
}
