import type { Map as LeafletMap } from 'leaflet';
import { MAP_ZOOM } from '../../../../schemas/station-state.ts';
import type { StatesAnswer } from '../api/answers.ts';
import { boundsOf, type Corners } from './bounds.ts';

/** Room that is left free at two corners of a map [px]. */
export interface Room {
  readonly paddingTopLeft: [x: number, y: number];
  readonly paddingBottomRight: [x: number, y: number];
}

/** Shows the whole of a network, beside what lies over the map. */
export function fitNetwork(map: LeafletMap, { states, view }: Pick<StatesAnswer, 'states' | 'view'>): void {
  const box = view?.box;
  const bounds: Corners = box
    ? [
        [box.south, box.west],
        [box.north, box.east],
      ]
    : boundsOf(states);
  map.fitBounds(bounds, { ...roomBeside(map), maxZoom: MAP_ZOOM.fit, animate: false });
}

/** What lies over the edges of the map [px]. */
export function roomBeside(map: LeafletMap): Room {
  return map.getSize().x > 720
    ? { paddingTopLeft: [270, 30], paddingBottomRight: [60, 30] }
    : { paddingTopLeft: [24, 110], paddingBottomRight: [24, 24] };
}
