import type { Map as LeafletMap } from 'leaflet';
import { MAP_ZOOM } from '../../../../schemas/station-state.ts';
import type { StatesAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { countStates, type StationState } from '../state/station-state.ts';
import { isoOf } from '../time/moments.ts';
import type { Room } from './fit-network.ts';

/** Asked for beyond each edge of the view, in views: as far as a layer is painted. */
const PADDING = 0.35;

/** The states that a map shows: of a small network all of them, of a large one those of the view, with groups. */
export class ViewStates {
  readonly #api: Pick<Api, 'get'>;
  readonly #network: string;
  readonly #map: LeafletMap;
  readonly #room: (map: LeafletMap) => Room;
  /** What the whole network is asked for by, as long as it is not known to be large. */
  #whole = '';
  #singleFrom = 0;

  /** @param room that is left free where the map is fitted to the whole network */
  constructor(api: Pick<Api, 'get'>, network: string, map: LeafletMap, room: (map: LeafletMap) => Room) {
    this.#room = room;
    this.#api = api;
    this.#network = network;
    this.#map = map;
  }

  /** Zoom from which each station is shown by itself; 0 where it is so at any, and every station is asked for. */
  get singleFrom(): number {
    return this.#singleFrom;
  }

  /** What is asked for where the map is now; it stays the same while a small network is looked at. */
  get view(): string {
    if (this.#singleFrom === 0) {
      this.#whole ||= `fit=${this.#size().join(',')}`;
      return this.#whole;
    }
    const zoom = this.#zoom;
    const bounds = this.#map.getBounds().pad(PADDING);
    // In steps: a pan by little asks for nothing.
    return `zoom=${zoom}&box=${steppedBox(bounds, 180 / 2 ** zoom).join(',')}`;
  }

  get #zoom(): number {
    return Math.max(MAP_ZOOM.least, Math.min(MAP_ZOOM.most, Math.round(this.#map.getZoom())));
  }

  /** The part of the map that the whole network is fitted into [px]. */
  #size(): number[] {
    const { x, y } = this.#map.getSize();
    const { paddingTopLeft: before, paddingBottomRight: after } = this.#room(this.#map);
    return [x - before[0] - after[0], y - before[1] - after[1]].map((side) => Math.max(1, Math.round(side)));
  }

  /** True where the map is at the zoom of an answer on the whole network, after it was fitted to that: nothing is missing. */
  isOfWhole({ view }: Pick<StatesAnswer, 'view'>): boolean {
    return view !== undefined && view.zoom === this.#zoom;
  }

  /** @param time ms since the epoch; null: the present */
  async ask(time: number | null, signal: AbortSignal): Promise<StatesAnswer> {
    const at = time === null ? '' : `&time=${isoOf(time)}`;
    const path = `/api/v1/states?network=${encodeURIComponent(this.#network)}${at}&${this.view}`;
    const answer = await this.#api.get<StatesAnswer>(path, signal);
    this.#singleFrom = answer.view?.single_from ?? 0;
    return answer;
  }
}

interface Edges {
  getWest(): number;
  getSouth(): number;
  getEast(): number;
  getNorth(): number;
}

/** The box around some bounds whose edges are multiples of a step: west, south, east, north [degrees]. */
function steppedBox(bounds: Edges, step: number): number[] {
  const down = (value: number) => Math.floor(value / step) * step;
  const up = (value: number) => Math.ceil(value / step) * step;
  const within = (value: number, most: number) => Number(Math.max(-most, Math.min(most, value)).toFixed(6));
  return [
    within(down(bounds.getWest()), 180),
    within(down(bounds.getSouth()), 90),
    within(up(bounds.getEast()), 180),
    within(up(bounds.getNorth()), 90),
  ];
}

/** How many stations of the whole network are in each state. */
export function countsOf({
  states,
  view,
}: Pick<StatesAnswer, 'states' | 'view'>): Readonly<Record<StationState, number>> {
  return view?.counts ?? countStates(states);
}
