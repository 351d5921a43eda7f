import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import outlineFile from 'world-atlas/countries-50m.json?url';
import { mercator, WORLD } from '../../../../schemas/mercator.ts';
import { aroundPole, unbroken } from './across-antimeridian.ts';
import { CanvasLayer, type View } from './canvas-layer.ts';

type Atlas = Topology<{ readonly countries: GeometryCollection; readonly land: GeometryCollection }>;
type Position = readonly number[];

/** How far land goes on beyond the antimeridian: Chukotka, of Eurasia [turns of the world]. */
const BEYOND = 0.06;

/** Coasts and borders of the world (Natural Earth, 1:50 million), from a file of this service: no other host is asked. */
export class OutlineLayer extends CanvasLayer {
  #land: Path2D | null = null;
  #coasts: Path2D | null = null;
  #borders: Path2D | null = null;
  #colours: Record<'land' | 'coast' | 'border', string>;

  constructor(colours: Record<'land' | 'coast' | 'border', string>, pane: string) {
    super('outline', pane);
    this.#colours = colours;
  }

  recolour(colours: Record<'land' | 'coast' | 'border', string>): void {
    this.#colours = colours;
    this.repaint();
  }

  /** Loads the outline; the map is of use without it. */
  async load(): Promise<void> {
    const answer = await fetch(outlineFile);
    if (!answer.ok) return;
    const atlas = (await answer.json()) as Atlas;
    const land = feature(atlas, atlas.objects.land);
    const rings: Position[][] = [];
    for (const { geometry } of land.features) {
      if (geometry.type === 'Polygon') rings.push(...geometry.coordinates);
      if (geometry.type === 'MultiPolygon') rings.push(...geometry.coordinates.flat());
    }
    const coasts = rings.map(unbroken);
    this.#land = pathOf(coasts.map(aroundPole));
    this.#coasts = pathOf(coasts);
    this.#borders = pathOf(mesh(atlas, atlas.objects.countries, (a, b) => a !== b).coordinates.map(unbroken));
    this.repaint();
  }

  protected override paint({ context, width, scale, offsetX, offsetY, ratio }: View): void {
    const { land, coast, border } = this.#colours;
    const turn = scale * WORLD;
    context.lineJoin = 'round';
    context.lineWidth = 1 / scale;
    context.fillStyle = land;
    // Each turn of the world that is seen, with what reaches over its edge from the turns beside it.
    const [first, last] = [Math.floor(offsetX / turn - BEYOND), Math.floor((offsetX + width) / turn + BEYOND)];
    for (let k = first; k <= last; k += 1) {
      context.setTransform(scale * ratio, 0, 0, scale * ratio, (k * turn - offsetX) * ratio, -offsetY * ratio);
      if (this.#land !== null) context.fill(this.#land, 'evenodd');
      context.strokeStyle = border;
      if (this.#borders !== null) context.stroke(this.#borders);
      context.strokeStyle = coast;
      if (this.#coasts !== null) context.stroke(this.#coasts);
    }
  }
}

/** Lines of longitudes and latitudes as one path in Web Mercator at zoom 0. */
function pathOf(lines: readonly (readonly Position[])[]): Path2D {
  const path = new Path2D();
  for (const line of lines) {
    for (const [k, [longitude, latitude]] of line.entries()) {
      const [x, y] = mercator(latitude, longitude);
      if (k === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
  }
  return path;
}
