import { Circle, CircleMarker, type LatLng, LayerGroup, Polygon } from 'leaflet';
import { isInsideArea } from '../../../../schemas/http/alerts/inside-area.ts';
import type { StatesAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { SituationMap } from '../now/situation-map.ts';
import type { Area } from './alert-answers.ts';
import { type Drawing, drawingOf, drawn, NOTHING_DRAWN, type Shape, withoutLast, withPoint } from './drawn-area.ts';

/** Draws an area on a map: corners of a polygon, or the middle of a circle and a place on its edge. */
export class AreaPicker {
  readonly root: HTMLElement;
  readonly #stations: StatesAnswer['states'];
  readonly #said = element('p', { class: 'affects', role: 'status' });
  readonly #box = element('div', { class: 'plan-map', role: 'group', 'aria-label': message('area.map') });
  readonly #layer = new LayerGroup();
  readonly #shapes = new Map<Shape, HTMLButtonElement>();
  #drawing: Drawing;
  #map: SituationMap | null = null;

  /** @param area that is drawn at first; null for none */
  constructor(stations: StatesAnswer['states'], area: Area | null) {
    this.#stations = stations;
    this.#drawing = drawingOf(area);
    const button = (label: string, click: () => void) => element('button', { type: 'button', on: { click } }, label);
    for (const shape of ['polygon', 'circle'] as const) {
      this.#shapes.set(
        shape,
        button(message(`area.draw_${shape}`), () => this.#begin(shape)),
      );
    }
    this.root = element(
      'fieldset',
      { class: 'area' },
      element('legend', {}, message('area.title')),
      element('small', { class: 'soft' }, message('area.hint')),
      element(
        'div',
        { class: 'row' },
        ...this.#shapes.values(),
        button(message('area.middle'), () => this.#middle()),
        button(message('area.back'), () => this.#change(withoutLast(this.#drawing))),
        button(message('area.none'), () => this.#change(NOTHING_DRAWN)),
      ),
      this.#box,
      this.#said,
    );
  }

  /** Shows the map, once the root stands in the page. @param left ends it */
  start(left: AbortSignal): void {
    this.#map = new SituationMap(
      this.#box,
      left,
      () => undefined,
      (place) => this.#point(place),
    );
    this.#map.show(this.#stations);
    this.#map.add(this.#layer);
    this.#paint();
    const { area } = drawn(this.#drawing);
    if (area !== null) this.#map.fit(boundsOfArea(area));
  }

  /** The area; null for none. @throws Error where it is begun and not whole */
  get area(): Area | null {
    const { area, missing } = drawn(this.#drawing);
    if (missing > 0) throw new Error(message('area.not_whole'));
    return area;
  }

  #begin(shape: Shape): void {
    this.#change({ shape, points: [] });
  }

  #middle(): void {
    if (this.#map !== null) this.#point(this.#map.middle);
  }

  #point({ lng, lat }: LatLng): void {
    this.#change(withPoint(this.#drawing, [lng, lat]));
  }

  #change(drawing: Drawing): void {
    this.#drawing = drawing;
    this.#paint();
    // Whoever listens to the form is told, as of its fields.
    this.root.dispatchEvent(new Event('input', { bubbles: true }));
  }

  #paint(): void {
    const { area, missing } = drawn(this.#drawing);
    for (const [shape, button] of this.#shapes) {
      button.setAttribute('aria-pressed', String(this.#drawing.shape === shape));
    }
    this.#layer.clearLayers();
    const look = { className: 'drawn', interactive: false };
    if (area !== null) this.#layer.addLayer(layerOf(area, look));
    for (const [longitude, latitude] of this.#drawing.points) {
      this.#layer.addLayer(new CircleMarker([latitude, longitude], { ...look, radius: 4 }));
    }
    const inside = area === null ? [] : this.#stations.filter((station) => isInsideArea(area, station));
    this.#map?.mark(inside.map(({ id }) => id));
    this.#said.textContent = this.#words(area, missing, inside.length);
  }

  #words(area: Area | null, missing: number, stations: number): string {
    if (missing > 0) return message('area.missing', { n: missing });
    if (area === null) return message('area.everywhere');
    if (area.type === 'Polygon') {
      return message('area.polygon', { corners: area.coordinates[0].length - 1, stations });
    }
    return message('area.circle', { km: area.radius_km, stations });
  }
}

function layerOf(area: Area, look: { readonly className: string; readonly interactive: boolean }): Polygon | Circle {
  if (area.type === 'Polygon') return new Polygon(placesOf(area), look);
  const [longitude, latitude] = area.center;
  return new Circle([latitude, longitude], { ...look, radius: area.radius_km * 1000 });
}

/** Corners of a polygon as the map has places: latitude first. */
function placesOf({ coordinates: [ring] }: Extract<Area, { type: 'Polygon' }>): [number, number][] {
  return ring.map(([longitude, latitude]) => [latitude, longitude]);
}

function boundsOfArea(area: Area): [number, number][] {
  if (area.type === 'Polygon') return placesOf(area);
  const [longitude, latitude] = area.center;
  const north = area.radius_km / 111.2;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  return [
    [latitude - north, longitude - east],
    [latitude + north, longitude + east],
  ];
}
