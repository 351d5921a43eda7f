import type { AnomalyAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { element, refill } from '../dom/element.ts';
import { symbol } from '../map/symbols.ts';
import { expectationOf } from '../state/expectation.ts';
import { classLabel, stateOfClass } from '../state/station-state.ts';
import { shownDeparture, shownValue, shownWords, variableLabel } from '../state/variables.ts';
import { momentOf } from '../time/moments.ts';
import { neighboursSideBySide } from './neighbours.ts';

/** An anomaly alone, as `GET /api/v1/anomalies/{id}` answers it. */
export type AnomalyWithEvidence = AnomalyAnswer & {
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly earlier_versions: readonly AnomalyAnswer[];
};

/** What stands in evidence for the checks and methods. */
const CHECKS: Readonly<Record<string, string>> = {
  gross_range: 'value beyond its limits',
  flat_line: 'unchanged value',
  step: 'step from the report before',
};

/**
 * The evidence behind a verdict in words and pictures: what was seen and expected, why it was classified so, how the
 * verdict came about, and what each neighbour did.
 *
 * @param actions what a person may do about it; null where nothing
 */
export async function evidencePanel(
  api: Api,
  id: string,
  signal: AbortSignal,
  actions: (anomaly: AnomalyWithEvidence) => HTMLElement | null,
): Promise<HTMLElement> {
  const anomaly = await api.get<AnomalyWithEvidence>(`/api/v1/anomalies/${id}`, signal);
  const { variable } = anomaly;
  const neighbours = element('div', {}, element('p', { class: 'soft' }, 'Asking the neighbours …'));
  neighboursSideBySide(api, anomaly, signal).then(
    (shown) => refill(neighbours, shown),
    () => refill(neighbours, element('p', { class: 'soft' }, 'What the neighbours did cannot be read.')),
  );
  return element(
    'section',
    { class: 'card evidence', 'aria-labelledby': 'evidence-title', tabindex: -1 },
    element(
      'h2',
      { id: 'evidence-title' },
      `${variableLabel(variable)} ${shownValue(variable, anomaly.actual_value)}, ${momentOf(Date.parse(anomaly.timestamp))} UTC`,
    ),
    element(
      'p',
      { class: 'row' },
      element(
        'span',
        { class: 'chip' },
        symbol(stateOfClass(anomaly.classification), anomaly.state === 'provisional'),
        classLabel(anomaly.classification),
      ),
      element('span', { class: 'chip' }, anomaly.state),
      anomaly.maintenance !== undefined && element('span', { class: 'chip' }, 'in maintenance'),
    ),
    overrideOf(anomaly),
    element('p', { class: 'reason' }, sentence(anomaly.reason)),
    element(
      'dl',
      { class: 'facts' },
      ...factsOf(anomaly).flatMap(([term, text]) => [element('dt', {}, term), element('dd', {}, text)]),
    ),
    actions(anomaly),
    element('h3', {}, 'Neighbours'),
    element(
      'p',
      { class: 'soft key' },
      element('span', { class: 'line neighbour' }),
      ' the neighbour ',
      element('span', { class: 'line own' }),
      ' this station, as changes from the hours before',
    ),
    neighbours,
    anomaly.earlier_versions.length > 0 && historyOf(anomaly),
  );
}

/** What somebody called it instead, beside what the machine says. */
function overrideOf({ override, machine_classification: machine }: AnomalyAnswer): HTMLElement | null {
  if (override === undefined) return null;
  const { classification, by, at, reason } = override;
  return element(
    'p',
    { class: 'override' },
    element('b', {}, `Called ${classLabel(classification).toLowerCase()} by ${by}, ${momentOf(Date.parse(at))}: `),
    sentence(reason),
    machine !== undefined && ` The machine says ${classLabel(machine).toLowerCase()}.`,
  );
}

function factsOf(anomaly: AnomalyAnswer): [term: string, text: string][] {
  const { variable, check, score, threshold, spatial_verification } = anomaly;
  const { expected, departure } = expectationOf(anomaly);
  const asked = spatial_verification.neighbors_checked;
  return [
    [
      'Expected',
      check === 'gross_range'
        ? 'a value within its limits'
        : `${shownValue(variable, expected)} (${shownDeparture(variable, departure)})`,
    ],
    [
      'Found by',
      `${CHECKS[check] ?? check}${check in CHECKS ? '' : `, score ${score.toFixed(1)} beyond ${threshold}`}`,
    ],
    [
      'Agreement',
      asked === 0
        ? 'no neighbour to compare with'
        : `${spatial_verification.correlation.toFixed(2)} with ${asked} neighbours`,
    ],
    ['Judged', `${momentOf(Date.parse(anomaly.judged))} UTC${anomaly.final ? ', final' : ', may still change'}`],
  ];
}

/** How the verdict came about: its earlier versions, newest first. */
function historyOf({ earlier_versions }: AnomalyWithEvidence): HTMLElement {
  const items = earlier_versions.map((version) =>
    element(
      'li',
      {},
      element(
        'b',
        {},
        `${momentOf(Date.parse(version.judged))}: ${classLabel(version.classification)}, ${version.state}. `,
      ),
      sentence(version.reason),
    ),
  );
  return element(
    'details',
    {},
    element('summary', {}, `Earlier verdicts (${items.length})`),
    element('ul', {}, ...items),
  );
}

/** Words with a capital at their beginning and a full stop. */
function sentence(words: string): string {
  const shown = shownWords(words);
  return shown === '' ? '' : `${shown[0].toUpperCase()}${shown.slice(1)}${/[.!?]$/.test(shown) ? '' : '.'}`;
}
