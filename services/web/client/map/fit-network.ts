import type { Map as LeafletMap } from 'leaflet';
import type { StatesAnswer } from '../api/answers.ts';
import { boundsOf, type Corners } from './bounds.ts';

/** Shows the whole of a network, beside what lies over the map. */
export function fitNetwork(map: LeafletMap, { states, view }: Pick<StatesAnswer, 'states' | 'view'>): void {
  const box = view?.box;
  const bounds: Corners = box
    ? [
        [box.south, box.west],
        [box.north, box.east],
      ]
    : boundsOf(states);
  const wide = map.getSize().x > 720;
  map.fitBounds(bounds, {
    paddingTopLeft: wide ? [270, 30] : [24, 110],
    paddingBottomRight: wide ? [60, 30] : [24, 24],
    maxZoom: 11,
    animate: false,
  });
}
