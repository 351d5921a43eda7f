import { isVariable } from '../../../../schemas/variables.ts';
import type { Api } from '../api/api.ts';
import { element } from '../dom/element.ts';
import { symbol } from '../map/symbols.ts';
import { shownWords, variableLabel } from '../state/variables.ts';

/** What the health check says of a station, as far as it is shown. */
interface HealthAnswer {
  readonly expected_completeness: number;
  readonly total_data_points: number;
  readonly expected_data_points: number;
  readonly overall_status: 'healthy' | 'warning' | 'critical';
  readonly cadence_minutes: number;
  readonly issues: readonly string[];
  readonly variable_reports: readonly { readonly variable: string; readonly issues: readonly string[] }[];
}

const WORDS = { healthy: 'Healthy', warning: 'Warning', critical: 'Critical' } as const;
const SYMBOLS = { healthy: 'good', warning: 'suspected', critical: 'device_failure' } as const;

/** How the sensors of a station are over a stretch; null where that cannot be read. */
export async function healthCard(
  api: Api,
  station: string,
  query: URLSearchParams,
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
  const { overall_status, expected_completeness, total_data_points, expected_data_points, cadence_minutes } = health;
  return element(
    'section',
    { class: 'card', 'aria-label': 'Health' },
    element('h2', {}, 'Health'),
    element('p', { class: 'row' }, symbol(SYMBOLS[overall_status]), WORDS[overall_status]),
    element(
      'p',
      { class: 'soft' },
      `${(100 * expected_completeness).toFixed(1)} % of the reports came (${total_data_points} of ${expected_data_points}), one every ${cadence_minutes} min.`,
    ),
    issues.length > 0 &&
      element('ul', { class: 'issues' }, ...issues.map((issue) => element('li', {}, shownWords(issue)))),
  );
}
