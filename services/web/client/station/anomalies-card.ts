import { BASE } from '../address/route.ts';
import type { AnomalyAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { symbol } from '../map/symbols.ts';
import { message } from '../messages/message.ts';
import { classLabel, stateOfClass } from '../state/station-state.ts';
import { shownValue, variableLabel } from '../state/variables.ts';
import { isoOf, momentOf } from '../time/moments.ts';
import type { Stretch } from './station-data.ts';

/** Anomalies that the list beside the charts shows. */
const LISTED = 60;

/**
 * The anomalies of a station, newest first.
 *
 * @param chosen id of the one whose evidence is shown; null where none is
 * @param onChoose somebody wants to see the evidence of one
 */
export function anomaliesCard(
  anomalies: readonly AnomalyAnswer[],
  { network, station, from, to }: Stretch,
  chosen: string | null,
  onChoose: (id: string) => void,
): HTMLElement {
  const items = anomalies.slice(0, LISTED).map((anomaly) =>
    element(
      'li',
      {},
      element(
        'button',
        {
          type: 'button',
          'aria-pressed': String(anomaly.anomaly_id === chosen),
          on: { click: () => onChoose(anomaly.anomaly_id) },
        },
        symbol(stateOfClass(anomaly.classification), anomaly.state === 'provisional'),
        element('span', {}, `${variableLabel(anomaly.variable)} ${shownValue(anomaly.variable, anomaly.actual_value)}`),
        element('span', { class: 'unseen' }, `, ${classLabel(anomaly.classification)}, `),
        element('span', { class: 'soft' }, momentOf(Date.parse(anomaly.timestamp))),
      ),
    ),
  );
  const more = anomalies.length - items.length;
  const all = new URLSearchParams({ network, station, from: isoOf(from), to: isoOf(to) });
  return element(
    'section',
    { class: 'card', 'aria-label': message('station.anomalies') },
    element('h2', {}, message('station.anomalies_n', { n: anomalies.length })),
    items.length === 0
      ? element('p', { class: 'soft' }, message('station.none_in_time'))
      : element('ul', { class: 'picks' }, ...items),
    more > 0 && element('a', { href: `${BASE}/anomalies?${all}` }, message('list.more', { n: more })),
  );
}
