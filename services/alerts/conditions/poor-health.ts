import type { StationHealth } from '../../../schemas/reports/health-report.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { Occasion } from '../occasion.ts';
import { asBefore, type NetworkAtMoment, nameOf, occasionOfCondition } from './condition-occasion.ts';

/** Issues that a summary names. */
const NAMED = 3;

/**
 * The stations whose health card of the last day is critical. One that reported nothing has no card: it is silent, and an
 * alert of it goes on.
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
    const over = told.has(alert.episode) ? 'Its health card is not critical any more.' : null;
    found.push(asBefore(now, alert, 'poor_health', over));
  }
  return found;
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
