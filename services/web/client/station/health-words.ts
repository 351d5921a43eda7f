import type { JudgedFault } from '../api/answers.ts';
import { message } from '../messages/message.ts';
import type { StationState } from '../state/station-state.ts';
import { stretchWords } from './stretch-words.ts';

/** What the health check finds of a period as a whole. */
export interface CheckedPeriod {
  readonly overall_status: 'healthy' | 'warning' | 'critical';
  readonly analysis_period_days: number;
  /** Whether there were readings enough to call a sensor healthy. */
  readonly judged: boolean;
}

/** How the health of a station is shown. */
export interface HealthWords {
  readonly title: string;
  readonly status: string;
  readonly symbol: StationState;
}

const SYMBOLS = {
  healthy: 'good',
  not_judged: 'not_judged',
  warning: 'suspected',
  critical: 'device_failure',
} as const;

/**
 * What the health check says of a station, and of which period. A fault of half an hour does not spoil a week, so the open
 * ones are said beside it: nobody is told that all is well where a sensor is wrong.
 *
 * @param open faults of the station that are open at the end of the period
 */
export function healthWords(
  { overall_status: found, analysis_period_days: days, judged }: CheckedPeriod,
  open: readonly Pick<JudgedFault, 'certainty'>[],
): HealthWords {
  const status = found === 'healthy' && !judged ? 'not_judged' : found;
  const isFailed = status === 'critical' || open.some(({ certainty }) => certainty === 'failure');
  const words = message(`health.${status}`);
  return {
    title: message('health.over', { period: stretchWords(Math.round(days * 24)) }),
    status: open.length === 0 ? words : message('health.with_open', { status: words, n: open.length }),
    symbol: isFailed ? 'device_failure' : open.length > 0 ? 'suspected' : SYMBOLS[status],
  };
}

/** The faults that were known at a time, and whose end was not, as the health check counts them. @param time ms since the epoch */
export function openAt<T extends Pick<JudgedFault, 'known' | 'recovered'>>(faults: readonly T[], time: number): T[] {
  return faults.filter(
    ({ known, recovered }) => Date.parse(known) <= time && (recovered === null || Date.parse(recovered) > time),
  );
}
