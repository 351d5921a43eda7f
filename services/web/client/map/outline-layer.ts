import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import outlineFile from 'world-atlas/countries-50m.json?url';
import { mercator } from '../../../../schemas/mercator.ts';
import { CanvasLayer, type View } from './canvas-layer.ts';

type Atlas = Topology<{ readonly countries: GeometryCollection; readonly land: GeometryCollection }>;
type Position = readonly number[];

/** Coasts and borders of the world (Natural Earth, 1:50 million), from a file of this service: no other host is asked. */
export class OutlineLayer extends CanvasLayer {
  #land: Path2D | null = null;
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
    this.#land = pathOf(rings, true);
    this.#borders = pathOf(mesh(atlas, atlas.objects.countries, (a, b) => a !== b).coordinates, false);
    this.repaint();
  }

  protected override paint({ context, scale, offsetX, offsetY, ratio }: View): void {
    if (this.#land === null || this.#borders === null) return;
    const { land, coast, border } = this.#colours;
    context.setTransform(scale * ratio, 0, 0, scale * ratio, -offsetX * ratio, -offsetY * ratio);
    context.lineJoin = 'round';
    context.fillStyle = land;
    context.fill(this.#land, 'evenodd');
    context.lineWidth = 1 / scale;
    context.strokeStyle = border;
    context.stroke(this.#borders);
    context.strokeStyle = coast;
    context.stroke(this.#land);
  }
}

/** Lines of longitudes and latitudes as one path in Web Mercator at zoom 0. */
function pathOf(lines: readonly (readonly Position[])[], closed: boolean): Path2D {
  const path = new Path2D();
  for (const line of lines) {
    for (const [k, [longitude, latitude]] of line.entries()) {
      const [x, y] = mercator(latitude, longitude);
      if (k === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    if (closed) path.closePath();
  }
  return path;
}
