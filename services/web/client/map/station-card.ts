import { VARIABLES } from '../../../../schemas/variables.ts';
import { anomalyAddress, stationAddress } from '../address/route.ts';
import type { StateAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { stateLabel } from '../state/station-state.ts';
import { shownValue, shownWords, variableLabel } from '../state/variables.ts';
import { isoOf, momentOf } from '../time/moments.ts';
import { isHollow, symbol } from './symbols.ts';

/**
 * What is known of the chosen station at the time that the map shows.
 *
 * @param time ms since the epoch; null: the present
 */
export function stationCard(
  network: string,
  station: StateAnswer,
  time: number | null,
  onClose: () => void,
): HTMLElement {
  const seen = station.last_seen === null ? 'never' : `${momentOf(Date.parse(station.last_seen))} UTC`;
  const rows = VARIABLES.flatMap((variable) => {
    const found = station.variables[variable];
    if (found === undefined) return [];
    const value = shownValue(variable, found.value);
    const shown =
      found.anomaly_id === undefined
        ? value
        : element(
            'a',
            {
              href: anomalyAddress({
                network,
                station_id: station.id,
                timestamp: found.time ?? '',
                anomaly_id: found.anomaly_id,
              }),
            },
            value,
          );
    return [
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, variableLabel(variable)),
        element('td', { class: 'number' }, shown),
        element(
          'td',
          { class: 'number' },
          symbol(found.state),
          element('span', { class: 'unseen' }, stateLabel(found.state)),
        ),
      ),
    ];
  });
  const provisional = isHollow(station.state, station.provisional) ? ', provisional' : '';
  return element(
    'aside',
    { class: 'station-card', 'data-station': station.id, 'aria-label': `Station ${station.name}`, tabindex: -1 },
    element(
      'header',
      {},
      element(
        'div',
        {},
        element('h2', {}, station.name),
        element(
          'span',
          { class: 'row' },
          symbol(station.state, station.provisional),
          `${stateLabel(station.state)}${provisional}`,
        ),
      ),
      element('button', { type: 'button', class: 'icon', 'aria-label': 'Close', on: { click: onClose } }, '×'),
    ),
    rows.length > 0 && element('table', {}, element('tbody', {}, ...rows)),
    ...VARIABLES.flatMap((variable) => {
      const fault = station.variables[variable]?.fault;
      return fault ? [element('p', {}, `${variableLabel(variable)}: ${shownWords(fault.reason)}`)] : [];
    }),
    element('p', { class: 'soft' }, `${station.id}, last report ${seen}`),
    element(
      'a',
      { class: 'button', href: stationAddress(network, station.id, time === null ? undefined : isoOf(time)) },
      'Open the station',
    ),
  );
}
