import { isVariable } from '../../../../schemas/variables.ts';
import type { JudgedFault } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { element } from '../dom/element.ts';
import { serviceWords } from '../dom/service-words.ts';
import { symbol } from '../map/symbols.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { variableLabel } from '../state/variables.ts';
import { type CheckedPeriod, healthWords } from './health-words.ts';

/** What the health check says of a station, as far as it is shown. */
interface HealthAnswer extends CheckedPeriod {
  readonly expected_completeness: number;
  readonly total_data_points: number;
  readonly expected_data_points: number;
  readonly cadence_minutes: number;
  readonly issues: readonly string[];
  readonly variable_reports: readonly { readonly variable: string; readonly issues: readonly string[] }[];
}

/** Which station is asked about, which period (`query`), and its faults that are open at the end of it. */
interface Asked {
  readonly station: string;
  readonly query: URLSearchParams;
  readonly open: readonly JudgedFault[];
}

/** How the sensors of a station are over a stretch; null where that cannot be read. */
export async function healthCard(
  api: Api,
  { station, query, open }: Asked,
  signal: AbortSignal,
): Promise<HTMLElement | null> {
  let health: HealthAnswer;
  try {
    health = await api.get<HealthAnswer>(`/api/v1/stations/${encodeURIComponent(station)}/health?${query}`, signal);
  } catch {
    return null;
  }
  const issues = [
    ...health.issues,
    ...health.variable_reports.flatMap(({ variable, issues: found }) =>
      found.map((issue) => `${isVariable(variable) ? variableLabel(variable) : variable}: ${issue}`),
    ),
  ];
  const { expected_completeness, total_data_points, expected_data_points, cadence_minutes } = health;
  const { title, status, symbol: sign } = healthWords(health, open);
  return element(
    'section',
    { class: 'card', 'aria-label': title },
    element('h2', {}, title),
    element('p', { class: 'row' }, symbol(sign), status),
    element(
      'p',
      { class: 'soft' },
      message('health.completeness', {
        percent: shownNumber(100 * expected_completeness, 1),
        came: total_data_points,
        expected: expected_data_points,
        minutes: cadence_minutes,
      }),
    ),
    issues.length > 0 &&
      element('ul', { class: 'issues' }, ...issues.map((issue) => element('li', {}, serviceWords(issue)))),
  );
}
