import { type Map as LeafletMap, Tooltip } from 'leaflet';
import { element } from '../dom/element.ts';
import { stateLabel } from '../state/station-state.ts';
import type { StationLayer } from './station-layer.ts';

/** Names the station under the pointer, with its state. A text would be read as HTML: names are what people have written. */
export function nameUnderPointer(map: LeafletMap, layer: StationLayer): void {
  const tooltip = new Tooltip({ direction: 'top', offset: [0, -10] });
  map.on('mousemove', ({ latlng }) => {
    const station = layer.stationAt(latlng, map.getZoom());
    map.getContainer().style.cursor = station === null ? '' : 'pointer';
    if (station === null) {
      map.closeTooltip(tooltip);
      return;
    }
    tooltip.setContent(element('span', {}, `${station.name}: ${stateLabel(station.state)}`));
    tooltip.setLatLng([station.latitude, station.longitude]).addTo(map);
  });
  map.on('mouseout', () => map.closeTooltip(tooltip));
}
