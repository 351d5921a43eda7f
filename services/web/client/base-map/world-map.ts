import { Map as LeafletMap, TileLayer } from 'leaflet';
import { MAP_ZOOM } from '../../../../schemas/station-state.ts';
import { element } from '../dom/element.ts';
import { OutlineLayer } from '../map/outline-layer.ts';
import { message } from '../messages/message.ts';
import { onLook, outlineColours } from '../style/look.ts';
import { baseMap } from './base-map.ts';

const OUTLINE_PANE = 'outline';

/**
 * A map of the world in a box of the page, with coasts and borders, and over these the tiles that are configured; nothing
 * glides for whoever has asked for less motion.
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
    zoomSnap: MAP_ZOOM.step,
    // Tiles are there or not.
    fadeAnimation: false,
    ...options,
    ...(still && { zoomAnimation: false, inertia: false }),
  });
  map.attributionControl.setPrefix(message('map.outline'));
  // Below the tiles: it is seen where one is missing.
  map.createPane(OUTLINE_PANE);
  const outline = new OutlineLayer(outlineColours(), OUTLINE_PANE);
  map.addLayer(outline);
  addTiles(map);
  void outline.load();
  onLook(() => outline.recolour(outlineColours()), left);
  return map;
}

/** Lays the tiles of the configured server under what else the map shows. */
function addTiles(map: LeafletMap): void {
  const base = baseMap();
  if (base === undefined) return;
  map.addLayer(
    new TileLayer(base.tiles, {
      maxNativeZoom: base.zoom,
      maxZoom: Number.POSITIVE_INFINITY,
      referrerPolicy: 'origin',
    }),
  );
  // Leaflet would read it as HTML.
  if (base.attribution !== '') map.attributionControl.addAttribution(element('span', {}, base.attribution).innerHTML);
}
