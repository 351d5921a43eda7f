import type { StationHealth } from '../../../schemas/reports/health-report.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { Occasion } from '../occasion.ts';
import type { Alert } from '../records/alert-records.ts';
import { asBefore, type NetworkAtMoment, nameOf, occasionOfCondition } from './condition-occasion.ts';

/** Issues that a summary names. */
const NAMED = 3;
/**
 * How long after the last critical card an alert is over [ms]: the off-delay of ISA-18.2, by which a station at the edge of critical
 * does not begin and end each hour.
 */
const OFF_DELAY_MS = 6 * 3_600_000;

/**
 * The stations whose health card of the last day is critical. An alert is over when no card was critical for some hours. A station
 * that reported nothing has no card: it is silent, and an alert of it goes on.
 *
 * @param cards of the last day, of every station
 */
export function poorHealth(now: NetworkAtMoment, cards: readonly StationHealth[]): Occasion[] {
  const telling = cards.filter(({ total_data_points: reports }) => reports > 0);
  const found = telling.filter(isPoor).map((card) => occasionOfCard(now, card));
  const lasting = new Set(found.map(({ episode }) => episode));
  const told = new Set(telling.map(({ station_id: id }) => nameOf('poor_health', id)));
  for (const alert of now.open) {
    if (alert.classification !== 'poor_health' || lasting.has(alert.episode)) continue;
    if (!told.has(alert.episode)) found.push(asBefore(now, alert, 'poor_health', null));
    else found.push(notCritical(now, alert));
  }
  return found;
}

/** What an alert is of whose last critical card was that of its `last`. */
function notCritical(now: NetworkAtMoment, alert: Alert): Occasion {
  const isOver = now.time - alert.last >= OFF_DELAY_MS;
  const hours = OFF_DELAY_MS / 3_600_000;
  const over = isOver ? `Its health card has not been critical for ${hours} hours.` : null;
  return { ...asBefore(now, alert, 'poor_health', over), last: alert.last, judged: alert.last };
}

function isPoor({ overall_status: status }: StationHealth): boolean {
  return status === 'critical';
}

function occasionOfCard(now: NetworkAtMoment, card: StationHealth): Occasion {
  const poor = card.variable_reports.filter(({ severity }) => severity === 'critical');
  const ofSensors = poor.map(({ variable, issues }) => `${variable} ${issues[0]}`);
  const issues = [...card.issues, ...ofSensors].slice(0, NAMED);
  // What is wrong with the station as a whole is of all its sensors.
  const concerned = poor.length > 0 ? poor : card.variable_reports.filter(({ valid_readings: valid }) => valid > 0);
  return occasionOfCondition(now, {
    condition: 'poor_health',
    of: card.station_id,
    stations: [card.station_id],
    variables: concerned.map(({ variable }) => variable as Variable),
    first: Date.parse(card.period_start),
    last: now.time,
    summary: `${card.station_name || card.station_id}: poor health, ${issues.join('; ')}`,
    over: null,
  });
}
