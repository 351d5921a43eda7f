import type { Map as LeafletMap } from 'leaflet';

/** Room between a station and its card [px]. */
const ROOM = 20;

/**
 * Moves a map where the card of a station lies over the station, as it does on a phone.
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
  if (at.x < box.left - ROOM || at.y < box.top - ROOM || at.y > box.bottom + ROOM) return;
  // Where the card takes the whole width there is room above it only.
  const isWide = box.width > view.width / 2;
  const middle = (above.getBoundingClientRect().bottom + box.top) / 2;
  map.panBy(isWide ? [0, at.y - middle] : [at.x - (box.left - 4 * ROOM), 0], { animate: false });
}
