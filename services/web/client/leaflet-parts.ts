import type { Plugin } from 'vite';

const NAME = '\0leaflet-parts';
/** The parts of Leaflet that the maps of the pages use, with what these need beside them. */
const PARTS = `
/*! Leaflet 1.9.4, (c) 2010-2023 Vladimir Agafonkin, (c) 2010-2011 CloudMade, BSD-2-Clause, https://leafletjs.com */
import { Control } from 'leaflet/src/control/Control.js';
import { Attribution } from 'leaflet/src/control/Control.Attribution.js';
import { Scale } from 'leaflet/src/control/Control.Scale.js';
import { Zoom } from 'leaflet/src/control/Control.Zoom.js';
import * as DomUtil from 'leaflet/src/dom/DomUtil.js';
import 'leaflet/src/layer/vector/Renderer.getRenderer.js';
Object.assign(Control, { Attribution, Scale, Zoom });
export { Control, DomUtil };
export { Map } from 'leaflet/src/map/index.js';
export { Layer } from 'leaflet/src/layer/Layer.js';
export { LayerGroup } from 'leaflet/src/layer/LayerGroup.js';
export { Tooltip } from 'leaflet/src/layer/Tooltip.js';
export { TileLayer } from 'leaflet/src/layer/tile/TileLayer.js';
export { Circle } from 'leaflet/src/layer/vector/Circle.js';
export { CircleMarker } from 'leaflet/src/layer/vector/CircleMarker.js';
export { Polygon } from 'leaflet/src/layer/vector/Polygon.js';
`;

/** Builds Leaflet from these parts: its own file holds all of it, and nobody can leave anything out of that. */
export function leafletParts(): Plugin {
  return {
    name: 'leaflet-parts',
    enforce: 'pre',
    resolveId: (source) => (source === 'leaflet' ? NAME : undefined),
    load: (id) => (id === NAME ? PARTS : undefined),
  };
}
