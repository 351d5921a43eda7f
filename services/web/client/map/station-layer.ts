import type { LatLng } from 'leaflet';
import { mercator } from '../../../../schemas/mercator.ts';
import type { StateAnswer } from '../api/answers.ts';
import { STATES_GRAVEST_FIRST, type StationState } from '../state/station-state.ts';
import { CanvasLayer, type View } from './canvas-layer.ts';
import { namePlaces } from './name-places.ts';
import { isHollow, type Paints, SymbolSheet } from './symbols.ts';

/** What the layer shows of a station. */
export type MappedStation = Pick<StateAnswer, 'id' | 'name' | 'latitude' | 'longitude' | 'state' | 'provisional'>;

/** Colours of the layer. */
export interface StationPaints extends Paints {
  /** Of names and of the ring around the chosen station. */
  readonly ink: string;
}

/** So many stations in view at most have their names beside them. */
const NAMED = 28;
/** How near a pointer has to be [px]. */
const REACH = 14;

/** The stations of a network by their states, and the halos of the weather that passes over them. */
export class StationLayer extends CanvasLayer {
  #stations: readonly MappedStation[] = [];
  /** Places in Web Mercator at zoom 0, x and y in turn. */
  #places = new Float64Array(0);
  /** Indices of the stations, the gravest last: they are painted over the others. */
  #order: Uint32Array = new Uint32Array(0);
  #fresh: ReadonlyMap<string, number> = new Map();
  #chosen: ReadonlySet<string> = new Set();
  #paints: StationPaints;
  #sheet: SymbolSheet;

  constructor(paints: StationPaints) {
    super('stations');
    this.#paints = paints;
    this.#sheet = new SymbolSheet(paints, Math.min(window.devicePixelRatio, 2));
  }

  /**
   * @param fresh how fresh the last passage of weather at a station is, 0 to 1, by its id
   */
  show(stations: readonly MappedStation[], fresh: ReadonlyMap<string, number>): void {
    if (stations !== this.#stations) {
      this.#stations = stations;
      this.#places = new Float64Array(2 * stations.length);
      for (const [k, { latitude, longitude }] of stations.entries()) {
        this.#places.set(mercator(latitude, longitude), 2 * k);
      }
      const rank = new Map<StationState, number>(STATES_GRAVEST_FIRST.map((state, k) => [state, k]));
      const graveness = stations.map(({ state }) => rank.get(state) ?? 0);
      this.#order = Uint32Array.from(stations.keys()).sort((a, b) => graveness[b] - graveness[a] || a - b);
    }
    this.#fresh = fresh;
    this.repaint();
  }

  choose(id: string | null): void {
    this.chooseAll(id === null ? [] : [id]);
  }

  chooseAll(ids: Iterable<string>): void {
    this.#chosen = new Set(ids);
    this.repaint();
  }

  recolour(paints: StationPaints): void {
    this.#paints = paints;
    this.#sheet = new SymbolSheet(paints, Math.min(window.devicePixelRatio, 2));
    this.repaint();
  }

  /** The station at a place on the map, the nearest within reach; null for none. */
  stationAt(place: LatLng, zoom: number): MappedStation | null {
    const [x, y] = mercator(place.lat, place.lng);
    const scale = 2 ** zoom;
    let nearest = (REACH / scale) ** 2;
    let found: MappedStation | null = null;
    for (let k = 0; k < this.#stations.length; k++) {
      const distance = (this.#places[2 * k] - x) ** 2 + (this.#places[2 * k + 1] - y) ** 2;
      if (distance > nearest) continue;
      nearest = distance;
      found = this.#stations[k];
    }
    return found;
  }

  protected override paint(view: View): void {
    const { context, width, height, scale, offsetX, offsetY, ratio } = view;
    const visible: number[] = [];
    for (const k of this.#order) {
      const x = this.#places[2 * k] * scale - offsetX;
      const y = this.#places[2 * k + 1] * scale - offsetY;
      if (x > -20 && y > -20 && x < width + 20 && y < height + 20) visible.push(k);
    }
    const radius = radiusFor(visible.length);
    const at = (k: number): [number, number] => [
      Math.round((this.#places[2 * k] * scale - offsetX) * ratio) / ratio,
      Math.round((this.#places[2 * k + 1] * scale - offsetY) * ratio) / ratio,
    ];
    this.#paintHalos(context, visible, at, radius);
    for (const k of visible) {
      const { id, state, provisional } = this.#stations[k];
      const [x, y] = at(k);
      const size = state === 'good' || state === 'not_judged' ? radius : radius * 1.15;
      const picture = this.#sheet.picture(state, isHollow(state, provisional), size);
      const half = picture.width / 2 / ratio;
      context.drawImage(picture, x - half, y - half, 2 * half, 2 * half);
      if (!this.#chosen.has(id)) continue;
      context.beginPath();
      context.arc(x, y, ringRadius(radius), 0, 2 * Math.PI);
      context.strokeStyle = this.#paints.ink;
      context.lineWidth = 2;
      context.stroke();
    }
    // The canvas reaches beyond the view: about half of what is painted is seen.
    if (visible.length <= 2 * NAMED) this.#paintNames(context, visible, at, radius);
  }

  #paintHalos(
    context: CanvasRenderingContext2D,
    visible: readonly number[],
    at: (k: number) => [number, number],
    radius: number,
  ): void {
    if (this.#fresh.size === 0) return;
    context.fillStyle = this.#paints.state.weather_event;
    for (const k of visible) {
      const fresh = this.#fresh.get(this.#stations[k].id);
      if (fresh === undefined) continue;
      const [x, y] = at(k);
      context.globalAlpha = 0.06 + 0.26 * fresh;
      context.beginPath();
      context.arc(x, y, radius * (1.8 + 1.7 * fresh), 0, 2 * Math.PI);
      context.fill();
    }
    context.globalAlpha = 1;
  }

  /** Names beside the symbols, the gravest first; one that would cover another, or a symbol, is left out. */
  #paintNames(
    context: CanvasRenderingContext2D,
    visible: readonly number[],
    at: (k: number) => [number, number],
    radius: number,
  ): void {
    context.font = '500 11px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'top';
    context.lineJoin = 'round';
    const named = visible.toReversed().map((k) => {
      const [x, y] = at(k);
      const { id, name } = this.#stations[k];
      const around = this.#chosen.has(id) ? ringRadius(radius) : radius;
      return { x, y, radius: around, name, width: context.measureText(name).width };
    });
    for (const [k, place] of namePlaces(named).entries()) {
      if (place === null) continue;
      const { name } = named[k];
      context.strokeStyle = this.#paints.paper;
      context.lineWidth = 3;
      context.strokeText(name, place.x, place.top);
      context.fillStyle = this.#paints.ink;
      context.fillText(name, place.x, place.top);
    }
  }
}

/** Radius of the ring around the chosen station [CSS px]. */
function ringRadius(radius: number): number {
  return radius * 1.9 + 3;
}

/** Radius of symbols where so many are painted [CSS px], in halves: the fewer, the larger. */
function radiusFor(count: number): number {
  return Math.round(2 * Math.max(3, Math.min(8, 2.5 + 55 / Math.sqrt(count + 1)))) / 2;
}
