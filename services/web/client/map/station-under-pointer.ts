import { type Map as LeafletMap, Tooltip } from 'leaflet';
import type { StationGroup } from '../../../../schemas/http/answers/states-answer.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { STATES_GRAVEST_FIRST, stateLabel } from '../state/station-state.ts';
import type { GroupLayer } from './group-layer.ts';
import type { StationLayer } from './station-layer.ts';

/**
 * Names the station or the group under the pointer, with its state. A text would be read as HTML: names are what people
 * have written.
 */
export function nameUnderPointer(map: LeafletMap, stations: StationLayer, groups: GroupLayer | null = null): void {
  const tooltip = new Tooltip({ direction: 'top', offset: [0, -10] });
  map.on('mousemove', ({ latlng }) => {
    const group = groups?.groupAt(latlng, map.getZoom()) ?? null;
    const station = group === null ? stations.stationAt(latlng, map.getZoom()) : null;
    const found = group ?? station;
    map.getContainer().style.cursor = found === null ? '' : 'pointer';
    if (found === null) {
      map.closeTooltip(tooltip);
      return;
    }
    const words = station === null ? groupWords(group) : `${station.name}: ${stateLabel(station.state)}`;
    tooltip.setContent(element('span', {}, words));
    tooltip.setLatLng([found.latitude, found.longitude]).addTo(map);
  });
  map.on('mouseout', () => map.closeTooltip(tooltip));
}

function groupWords(group: StationGroup | null): string {
  if (group === null) return '';
  const { count, counts } = group;
  const states = STATES_GRAVEST_FIRST.filter((state) => counts[state] > 0).map(
    (state) => `${shownNumber(counts[state])} ${stateLabel(state)}`,
  );
  return message('map.group_of', { n: count, states: states.join(', ') });
}
