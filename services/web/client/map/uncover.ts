import type { Map as LeafletMap } from 'leaflet';

/** Room between a station and its card [px]. */
const ROOM = 20;

/**
 * Moves a map where the card of a station, or on a phone what lies above it, covers the station.
 *
 * @param above what the map has at its upper edge
 */
export function uncover(
  map: LeafletMap,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  card: HTMLElement,
  above: HTMLElement,
): void {
  const view = map.getContainer().getBoundingClientRect();
  const box = card.getBoundingClientRect();
  const at = map.latLngToContainerPoint([latitude, longitude]).add([view.left, view.top]);
  // Where the card takes the whole width there is room only between it and what lies above.
  if (box.width > view.width / 2) {
    const top = above.getBoundingClientRect().bottom;
    if (at.y < top + ROOM || at.y > box.top - ROOM) map.panBy([0, at.y - (top + box.top) / 2], { animate: false });
  } else if (at.x > box.left - ROOM && at.y > box.top - ROOM && at.y < box.bottom + ROOM) {
    map.panBy([at.x - (box.left - 4 * ROOM), 0], { animate: false });
  }
}
