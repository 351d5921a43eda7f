import { VARIABLES, type Variable } from '../../../../schemas/variables.ts';
import { anomalyAddress, stationAddress } from '../address/route.ts';
import type { StateAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { serviceWords } from '../dom/service-words.ts';
import { message } from '../messages/message.ts';
import { stateLabel } from '../state/station-state.ts';
import { shownValue, variableLabel } from '../state/variables.ts';
import { isoOf, zonedMoment } from '../time/moments.ts';
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
  const rows = VARIABLES.flatMap((variable) => {
    const found = station.variables[variable];
    if (found === undefined) return station.silent_sensors.includes(variable) ? [silentRow(variable)] : [];
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
  return element(
    'aside',
    {
      class: 'station-card',
      'data-station': station.id,
      'aria-label': message('map.station_of', { name: station.name }),
      tabindex: -1,
    },
    element(
      'header',
      {},
      element(
        'div',
        {},
        element('h2', {}, station.name),
        element('span', { class: 'row' }, symbol(station.state, station.provisional), stateWords(station)),
      ),
      element(
        'button',
        { type: 'button', class: 'icon', 'aria-label': message('form.close'), on: { click: onClose } },
        '×',
      ),
    ),
    rows.length > 0 && element('table', {}, element('tbody', {}, ...rows)),
    ...VARIABLES.flatMap((variable) => {
      const fault = station.variables[variable]?.fault;
      return fault ? [element('p', {}, `${variableLabel(variable)}: `, serviceWords(fault.reason))] : [];
    }),
    element('p', { class: 'soft' }, seenWords(station)),
    element(
      'a',
      { class: 'button', href: stationAddress(network, station.id, time === null ? undefined : isoOf(time)) },
      message('map.open_station'),
    ),
  );
}

function silentRow(variable: Variable): HTMLElement {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, variableLabel(variable)),
    element('td', { class: 'number' }, stateLabel('silent')),
    element('td', { class: 'number' }, symbol('silent_sensor')),
  );
}

/** The state of a station in words; it says where later reports may change it. */
export function stateWords({ state, provisional }: Pick<StateAnswer, 'state' | 'provisional'>): string {
  const label = stateLabel(state);
  return isHollow(state, provisional) ? message('map.provisional_state', { state: label }) : label;
}

function seenWords({ id, last_seen }: StateAnswer): string {
  if (last_seen === null) return message('map.never_seen', { id });
  return message('map.seen', { id, time: zonedMoment(Date.parse(last_seen)) });
}
