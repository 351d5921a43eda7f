import { VARIABLES } from '../../../../schemas/variables.ts';
import { stationAddress } from '../address/route.ts';
import type { StatesAnswer } from '../api/answers.ts';
import { cardsTable } from '../dom/cards-table.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { STATES_GRAVEST_FIRST } from '../state/station-state.ts';
import { shownValue, variableLabel } from '../state/variables.ts';
import { isoOf, momentOf } from '../time/moments.ts';
import { stateWords } from './station-card.ts';
import { symbol } from './symbols.ts';

/** Rows that a browser shows with ease; the gravest come first, and the search finds the others. */
const ROWS = 500;

/** What the map shows, as a table: the gravest first, for whoever cannot see the map or would rather read. */
export function statesTable(
  network: string,
  { states, view }: Pick<StatesAnswer, 'states' | 'view'>,
  time: number | null,
): HTMLElement {
  const grouped = view?.groups.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const sorted = states.toSorted(
    (a, b) =>
      STATES_GRAVEST_FIRST.indexOf(a.state) - STATES_GRAVEST_FIRST.indexOf(b.state) || a.name.localeCompare(b.name),
  );
  const moment = time === null ? undefined : isoOf(time);
  const rows = sorted
    .slice(0, ROWS)
    .map((station) =>
      element(
        'tr',
        {},
        element(
          'th',
          { scope: 'row', class: 'whole' },
          element('a', { href: stationAddress(network, station.id, moment) }, station.name),
        ),
        element('td', { class: 'nowrap' }, symbol(station.state, station.provisional), ` ${stateWords(station)}`),
        ...VARIABLES.map((variable) =>
          element('td', { class: 'number' }, shownValue(variable, station.variables[variable]?.value)),
        ),
        element('td', { class: 'nowrap' }, station.last_seen === null ? '–' : momentOf(Date.parse(station.last_seen))),
      ),
    );
  const variables = VARIABLES.map((variable) => ({ ofNumbers: variableLabel(variable) }));
  const caption =
    states.length > ROWS
      ? message('map.gravest_of', { network, shown: ROWS, all: states.length })
      : message('map.stations_of', { network });
  const heads = [message('map.station'), message('map.state'), ...variables, message('map.last_report')];
  return element(
    'div',
    {},
    grouped > 0 && element('p', { class: 'soft' }, message('map.grouped', { n: grouped })),
    cardsTable(caption, heads, rows),
  );
}
