import { Map as LeafletMap } from 'leaflet';
import { message } from '../messages/message.ts';
import { onLook, outlineColours } from '../style/look.ts';
import { OutlineLayer } from './outline-layer.ts';

/**
 * A map of the world in a box of the page, with coasts and borders; nothing glides for whoever has asked for less motion.
 *
 * @param left ends it
 */
export function worldMap(
  box: HTMLElement,
  left: AbortSignal,
  options: { readonly scrollWheelZoom?: boolean } = {},
): LeafletMap {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new LeafletMap(box, {
    zoomControl: false,
    minZoom: 2,
    // A network fills the view, whatever its size.
    zoomSnap: 0.25,
    ...options,
    ...(still && { zoomAnimation: false, fadeAnimation: false, inertia: false }),
  });
  map.attributionControl.setPrefix(message('map.outline'));
  const outline = new OutlineLayer(outlineColours());
  map.addLayer(outline);
  void outline.load();
  onLook(() => outline.recolour(outlineColours()), left);
  return map;
}
