import { stationAddress } from '../address/route.ts';
import type { ThresholdsAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { shownDistance } from '../state/variables.ts';

/** By what a station is judged: the method with its settings, and the neighbours that it asks; null where that is unknown. */
export function judgedCard(judged: ThresholdsAnswer | undefined): HTMLElement | null {
  if (judged === undefined) return null;
  const { network, temporal_method, window_hours, threshold, neighbors, neighbors_compared } = judged;
  const near = neighbors.slice(0, neighbors_compared);
  const method = message('station.method', {
    method: temporal_method,
    hours: window_hours,
    threshold: shownNumber(threshold, 1),
  });
  return element(
    'section',
    { class: 'card', 'aria-label': message('station.judged_by') },
    element('h2', {}, message('station.judged_by')),
    element(
      'p',
      { class: 'soft' },
      `${method}; ${message(near.length === 0 ? 'station.no_neighbour' : 'station.asks')}`,
    ),
    element(
      'ul',
      { class: 'links' },
      ...near.map(({ station_id, km }) =>
        element(
          'li',
          {},
          element('a', { href: stationAddress(network, station_id) }, station_id),
          ` ${shownDistance(km)}`,
        ),
      ),
    ),
  );
}
