import { Control, type LatLng, type Layer, type Map as LeafletMap } from 'leaflet';
import { MAP_ZOOM } from '../../../../schemas/station-state.ts';
import { worldMap } from '../base-map/world-map.ts';
import { boundsOf, type Corners } from '../map/bounds.ts';
import type { Room } from '../map/fit-network.ts';
import { type MappedStation, StationLayer } from '../map/station-layer.ts';
import { nameUnderPointer } from '../map/station-under-pointer.ts';
import { onLook, stationPaints } from '../style/look.ts';

/** Left free around the stations. */
export const SITUATION_ROOM: Room = { paddingTopLeft: [26, 26], paddingBottomRight: [26, 26] };

/** Where a station is [degrees]. */
type Place = Pick<MappedStation, 'latitude' | 'longitude'>;

/** The stations of the list on a map; what is chosen in one is chosen in the other. */
export class SituationMap {
  protected readonly map: LeafletMap;
  readonly #left: AbortSignal;
  readonly #layer = new StationLayer(stationPaints());
  #stations: readonly MappedStation[] = [];
  #isPlaced = false;

  /**
   * @param box that it fills, in the page
   * @param left ends it
   * @param onChoose somebody has pointed at a station
   * @param onPoint somebody has pointed at a place, where a station is or not
   */
  constructor(
    box: HTMLElement,
    left: AbortSignal,
    onChoose: (station: string) => void,
    onPoint: (place: LatLng) => void = () => undefined,
  ) {
    this.#left = left;
    // A page that is scrolled is not a map that is zoomed.
    this.map = worldMap(box, left, { scrollWheelZoom: false });
    this.map.setView([50, 10], 4);
    this.map.addLayer(this.#layer);
    new Control.Zoom({ position: 'bottomright' }).addTo(this.map);
    onLook(() => this.#layer.recolour(stationPaints()), left);
    const sized = new ResizeObserver(() => this.map.invalidateSize({ pan: false }));
    sized.observe(box);
    left.addEventListener('abort', () => {
      sized.disconnect();
      this.map.remove();
    });
    this.map.on('click', ({ latlng }) => {
      const station = this.#layer.stationAt(latlng, this.map.getZoom());
      if (station !== null) onChoose(station.id);
      onPoint(latlng);
    });
    nameUnderPointer(this.map, this.#layer);
  }

  /** Shows the stations of an answer, at first in view. @param bounds of all stations, where these are but some */
  show(stations: readonly MappedStation[], bounds?: Corners): void {
    this.#stations = stations;
    this.#layer.show(stations, new Map());
    if (this.#isPlaced || (stations.length === 0 && bounds === undefined)) return;
    this.#isPlaced = true;
    this.map.fitBounds(bounds ?? boundsOf(stations), { ...SITUATION_ROOM, maxZoom: MAP_ZOOM.fit, animate: false });
  }

  /** What people call a station; its id where it is not shown. */
  nameOf(id: string): string {
    return this.#stations.find((one) => one.id === id)?.name ?? id;
  }

  /** Shows a layer over the stations. */
  add(layer: Layer): void {
    this.map.addLayer(layer);
  }

  /** Brings some places [latitude, longitude] into view. */
  fit(places: [number, number][]): void {
    this.map.fitBounds(places, { ...SITUATION_ROOM, maxZoom: MAP_ZOOM.fit, animate: false });
  }

  /** The place in the middle of what is seen. */
  get middle(): LatLng {
    return this.map.getCenter();
  }

  /** Marks some stations, wherever they are. */
  mark(ids: Iterable<string>): void {
    this.#layer.chooseAll(ids);
  }

  /** Marks a station, and brings it into view; null: none. @param known where it is, where it may be in a group */
  choose(id: string | null, known: Place | null = null): void {
    // The list is there, and has the focus, until the next page is.
    if (this.#left.aborted) return;
    this.#layer.choose(id);
    const station = known ?? this.#stations.find((one) => one.id === id);
    if (station === undefined) return;
    const place: [number, number] = [station.latitude, station.longitude];
    if (!this.map.getBounds().pad(-0.05).contains(place)) this.map.panTo(place, { animate: false });
  }
}
