import type { Api } from '../api/api.ts';
import { GroupLayer } from '../map/group-layer.ts';
import { ViewStates } from '../map/view-states.ts';
import { onLook, stationPaints } from '../style/look.ts';
import { SITUATION_ROOM, SituationMap } from './situation-map.ts';

/** The map stands still for so long before the states of its view are asked for [ms]. */
const MOVED_MS = 150;

/** How the stations of a network are, beside the list of what is wrong: of a large network what is in view, in groups. */
export class NowMap extends SituationMap {
  readonly #left: AbortSignal;
  readonly #views: ViewStates;
  readonly #groups = new GroupLayer(stationPaints());
  /** What the states that are shown were asked for by; null before the first are there. */
  #shown: string | null = null;
  #time: number | null = null;
  #moved: ReturnType<typeof setTimeout> | undefined;

  /** @param onChoose somebody has pointed at a station */
  constructor(
    box: HTMLElement,
    { api, left }: { readonly api: Pick<Api, 'get'>; readonly left: AbortSignal },
    network: string,
    onChoose: (station: string) => void,
  ) {
    super(box, left, onChoose);
    this.#left = left;
    this.#views = new ViewStates(api, network, this.map, () => SITUATION_ROOM);
    this.map.addLayer(this.#groups);
    onLook(() => this.#groups.recolour(stationPaints()), left);
    left.addEventListener('abort', () => clearTimeout(this.#moved));
    this.map.on('click', ({ latlng }) => {
      const zoom = this.map.getZoom();
      const group = this.#groups.groupAt(latlng, zoom);
      if (group !== null)
        this.map.setView([group.latitude, group.longitude], Math.min(zoom + 2, this.#views.singleFrom));
    });
    this.map.on('moveend', () => {
      clearTimeout(this.#moved);
      this.#moved = setTimeout(() => {
        if (this.#shown !== null && this.#shown !== this.#views.view) void this.refresh(this.#time);
      }, MOVED_MS);
    });
  }

  /** Asks how the stations in view are, and shows it. @param time ms since the epoch; null: the present */
  async refresh(time: number | null): Promise<void> {
    this.#time = time;
    // The list beside it says what is wrong where nothing comes.
    const asked = this.#views.view;
    const answer = await this.#views.ask(time, this.#left).catch(() => null);
    if (answer === null || this.#left.aborted || time !== this.#time) return;
    const { states, view } = answer;
    const box = view?.box ?? null;
    this.#groups.show(view?.groups ?? []);
    this.show(
      states,
      box === null
        ? undefined
        : [
            [box.south, box.west],
            [box.north, box.east],
          ],
    );
    // The first answer is of the whole network, which the map has just been fitted to.
    this.#shown = asked.startsWith('fit=') && !this.#views.isOfWhole(answer) ? asked : this.#views.view;
  }
}
