import type { AnomalyAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { element, refill } from '../dom/element.ts';
import { serviceWords } from '../dom/service-words.ts';
import { symbol } from '../map/symbols.ts';
import { message } from '../messages/message.ts';
import { expectationOf } from '../state/expectation.ts';
import { shownNumber } from '../state/numbers.ts';
import { classLabel, stateOfClass } from '../state/station-state.ts';
import { shownDeparture, shownValue, shownWords, variableLabel } from '../state/variables.ts';
import { momentOf, zonedMoment } from '../time/moments.ts';
import { neighboursSideBySide } from './neighbours.ts';

/** An anomaly alone, as `GET /api/v1/anomalies/{id}` answers it. */
export type AnomalyWithEvidence = AnomalyAnswer & {
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly earlier_versions: readonly AnomalyAnswer[];
};

/** Checks that have a name of their own in the catalogues; a method goes by its name. */
const CHECKS = ['gross_range', 'flat_line', 'step', 'consistency'] as const;

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
  const neighbours = element('div', {}, element('p', { class: 'soft' }, message('evidence.asking')));
  neighboursSideBySide(api, anomaly, signal).then(
    (shown) => refill(neighbours, shown),
    () => refill(neighbours, element('p', { class: 'soft' }, message('evidence.unread'))),
  );
  return element(
    'section',
    { class: 'card evidence', 'aria-labelledby': 'evidence-title', tabindex: -1 },
    element(
      'h2',
      { id: 'evidence-title' },
      `${variableLabel(variable)} ${shownValue(variable, anomaly.actual_value)}, ${zonedMoment(Date.parse(anomaly.timestamp))}`,
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
      element('span', { class: 'chip' }, message(`verdict.${anomaly.state}`)),
      anomaly.maintenance !== undefined && element('span', { class: 'chip' }, message('evidence.in_maintenance')),
    ),
    overrideOf(anomaly),
    element('p', { class: 'reason' }, serviceWords(sentence(anomaly.reason))),
    element(
      'dl',
      { class: 'facts' },
      ...factsOf(anomaly).flatMap(([term, text]) => [element('dt', {}, term), element('dd', {}, text)]),
    ),
    actions(anomaly),
    element('h3', {}, message('evidence.neighbours')),
    element(
      'p',
      { class: 'soft key' },
      element('span', { class: 'line neighbour' }),
      ` ${message('evidence.key_neighbour')} `,
      element('span', { class: 'line own' }),
      ` ${message('evidence.key_own')}`,
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
    element(
      'b',
      {},
      message('evidence.called', { class: classLabel(classification), by, time: momentOf(Date.parse(at)) }),
    ),
    ` ${sentence(reason)} `,
    machine !== undefined && message('evidence.machine_says', { class: classLabel(machine) }),
  );
}

function factsOf(anomaly: AnomalyAnswer): [term: string, text: string][] {
  const { variable, check, score, threshold, spatial_verification } = anomaly;
  const { expected, departure } = expectationOf(anomaly);
  const own = CHECKS.find((name) => name === check);
  const asked = spatial_verification.neighbors_checked;
  return [
    [
      message('evidence.expected'),
      check === 'gross_range'
        ? message('evidence.within_limits')
        : `${shownValue(variable, expected)} (${shownDeparture(variable, departure)})`,
    ],
    [
      message('evidence.found_by'),
      own !== undefined
        ? message(`evidence.${own}`)
        : message('evidence.score', {
            method: check,
            score: shownNumber(score, 1),
            threshold: shownNumber(threshold, 1),
          }),
    ],
    [
      message('evidence.agreement'),
      asked === 0
        ? message('evidence.no_neighbour')
        : message('evidence.agrees', { share: shownNumber(spatial_verification.correlation, 2), n: asked }),
    ],
    [
      message('evidence.judged'),
      message(anomaly.final ? 'evidence.final' : 'evidence.may_change', {
        time: zonedMoment(Date.parse(anomaly.judged)),
      }),
    ],
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
        `${momentOf(Date.parse(version.judged))}: ${classLabel(version.classification)}, ${message(`verdict.${version.state}`)}. `,
      ),
      serviceWords(sentence(version.reason)),
    ),
  );
  return element(
    'details',
    {},
    element('summary', {}, message('evidence.earlier', { n: items.length })),
    element('ul', {}, ...items),
  );
}

/** Words with a capital at their beginning and a full stop. */
function sentence(words: string): string {
  const shown = shownWords(words);
  return shown === '' ? '' : `${shown[0].toUpperCase()}${shown.slice(1)}${/[.!?]$/.test(shown) ? '' : '.'}`;
}
