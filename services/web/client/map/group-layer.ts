import type { LatLng } from 'leaflet';
import type { StationGroup } from '../../../../schemas/http/answers/states-answer.ts';
import { mercator } from '../../../../schemas/mercator.ts';
import { shownNumber } from '../state/numbers.ts';
import { STATES_GRAVEST_FIRST } from '../state/station-state.ts';
import { CanvasLayer, type View } from './canvas-layer.ts';
import type { StationPaints } from './station-layer.ts';
import { isHollow, SymbolSheet } from './symbols.ts';

/** Radius of the symbol of a group, and the height of its label [CSS px]. */
const [SYMBOL, HEIGHT] = [6, 22];
/** Room around the symbol and the count [CSS px]. */
const ROOM = 6;

/** Groups of stations: each a label with the symbol of its gravest state and how many stations it has. */
export class GroupLayer extends CanvasLayer {
  #groups: readonly StationGroup[] = [];
  #paints: StationPaints;
  #sheet: SymbolSheet;

  constructor(paints: StationPaints) {
    super('groups');
    this.#paints = paints;
    this.#sheet = new SymbolSheet(paints, Math.min(window.devicePixelRatio, 2));
  }

  show(groups: readonly StationGroup[]): void {
    // The gravest are painted over the others.
    this.#groups = groups.toSorted(
      (a, b) => STATES_GRAVEST_FIRST.indexOf(b.state) - STATES_GRAVEST_FIRST.indexOf(a.state),
    );
    this.repaint();
  }

  recolour(paints: StationPaints): void {
    this.#paints = paints;
    this.#sheet = new SymbolSheet(paints, Math.min(window.devicePixelRatio, 2));
    this.repaint();
  }

  /** The group at a place on the map, that painted last before others; null for none. */
  groupAt(place: LatLng, zoom: number): StationGroup | null {
    const [x, y] = mercator(place.lat, place.lng);
    const scale = 2 ** zoom;
    const found = this.#groups.findLast(({ latitude, longitude, count }) => {
      const [groupX, groupY] = mercator(latitude, longitude);
      const isBeside = Math.abs(groupX - x) * scale > ROOM + SYMBOL + 4 * String(count).length;
      return !isBeside && Math.abs(groupY - y) * scale <= HEIGHT / 2;
    });
    return found ?? null;
  }

  protected override paint({ context, width, height, scale, offsetX, offsetY, ratio }: View): void {
    context.font = '600 12px system-ui, sans-serif';
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    for (const { latitude, longitude, state, provisional, count } of this.#groups) {
      const [worldX, worldY] = mercator(latitude, longitude);
      const x = Math.round((worldX * scale - offsetX) * ratio) / ratio;
      const y = Math.round((worldY * scale - offsetY) * ratio) / ratio;
      if (x < -40 || y < -40 || x > width + 40 || y > height + 40) continue;
      const text = shownNumber(count);
      const wide = 2 * SYMBOL + context.measureText(text).width + 2.5 * ROOM;
      const left = x - wide / 2;
      context.beginPath();
      context.roundRect(left, y - HEIGHT / 2, wide, HEIGHT, HEIGHT / 2);
      context.fillStyle = this.#paints.paper;
      context.fill();
      context.strokeStyle = this.#paints.state[state];
      context.lineWidth = 1.5;
      context.stroke();
      const picture = this.#sheet.picture(state, isHollow(state, provisional), SYMBOL);
      const half = picture.width / 2 / ratio;
      context.drawImage(picture, left + ROOM + SYMBOL - half, y - half, 2 * half, 2 * half);
      context.fillStyle = this.#paints.ink;
      context.fillText(text, left + 1.5 * ROOM + 2 * SYMBOL, y + 0.5);
    }
  }
}
