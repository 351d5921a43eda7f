import type { LatLng } from 'leaflet';
import type { StationGroup } from '../../../../schemas/http/answers/states-answer.ts';
import { mercator } from '../../../../schemas/mercator.ts';
import { STATES_GRAVEST_FIRST } from '../state/station-state.ts';
import { CanvasLayer, type View } from './canvas-layer.ts';
import { groupLabel, LABEL, labelPlace } from './group-label.ts';
import type { StationPaints } from './station-layer.ts';
import { isHollow, SymbolSheet } from './symbols.ts';

/** Groups of stations: each a label with its gravest state, how many stations are in it, and how many there are. */
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
    const found = this.#groups.findLast((group) => {
      const label = groupLabel(group);
      const [groupX, groupY] = labelPlace(group, label, scale);
      return 2 * scale * Math.abs(groupX - x) <= label.width && 2 * scale * Math.abs(groupY - y) <= label.height;
    });
    return found ?? null;
  }

  protected override paint({ context, width, height, scale, offsetX, offsetY, ratio }: View): void {
    context.textBaseline = 'middle';
    for (const group of this.#groups) {
      const label = groupLabel(group);
      const [worldX, worldY] = labelPlace(group, label, scale);
      const x = Math.round((worldX * scale - offsetX) * ratio) / ratio;
      const y = Math.round((worldY * scale - offsetY) * ratio) / ratio;
      if (x < -40 || y < -40 || x > width + 40 || y > height + 40) continue;
      const { state, provisional } = group;
      const [left, top] = [x - label.width / 2, y - label.height / 2];
      context.beginPath();
      context.roundRect(left, top, label.width, label.height, 11);
      context.fillStyle = this.#paints.paper;
      context.fill();
      context.strokeStyle = this.#paints.state[state];
      context.lineWidth = 1.5;
      context.stroke();
      const first = top + 4 + LABEL.line / 2;
      const picture = this.#sheet.picture(state, isHollow(state, provisional), LABEL.symbol);
      const half = picture.width / 2 / ratio;
      context.drawImage(picture, left + LABEL.room + LABEL.symbol - half, first - half, 2 * half, 2 * half);
      context.fillStyle = this.#paints.ink;
      context.textAlign = 'left';
      context.font = '600 12px system-ui, sans-serif';
      context.fillText(label.gravest, left + LABEL.room + 2 * LABEL.symbol + 3, first + 0.5);
      if (label.all === null) continue;
      context.textAlign = 'center';
      context.font = '500 11px system-ui, sans-serif';
      context.fillText(label.all, x, first + LABEL.line);
    }
  }
}
