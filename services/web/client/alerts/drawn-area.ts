import { distance } from 'geokdbush';
import { KM_A_DEGREE } from '../../../../schemas/degrees-on-sphere.ts';
import { wrappedLongitude } from '../../../../schemas/wrapped-longitude.ts';
import type { Area } from './alert-answers.ts';

export type Shape = 'polygon' | 'circle';
type Point = readonly [longitude: number, latitude: number];

/** An area while it is drawn: corners of a polygon; of a circle its middle and a place on its edge. */
export interface Drawing {
  /** null where nothing is drawn. */
  readonly shape: Shape | null;
  readonly points: readonly Point[];
}

export const NOTHING_DRAWN: Drawing = { shape: null, points: [] };

/** Places that make a shape. */
const FEWEST: Readonly<Record<Shape, number>> = { polygon: 3, circle: 2 };
/** Decimals of a degree that are kept: about ten metres. */
const DECIMALS = 4;
/** A circle of which both places are the same is this large [km], and none is larger than the other. */
const RADIUS_KM = { least: 0.1, most: 1000 } as const;

/** What is drawn of an area that there is. */
export function drawingOf(area: Area | null): Drawing {
  if (area === null) return NOTHING_DRAWN;
  if (area.type === 'Polygon') return { shape: 'polygon', points: area.coordinates[0].slice(0, -1) };
  const [longitude, latitude] = area.center;
  // The place on its edge is the one in the north, or in the south where there is none.
  const away = area.radius_km / KM_A_DEGREE;
  return {
    shape: 'circle',
    points: [area.center, [longitude, latitude + away > 90 ? latitude - away : latitude + away]],
  };
}

/** A drawing with one place more: a circle that is whole gets another edge; where no shape is chosen it is a polygon. */
export function withPoint({ shape, points }: Drawing, [longitude, latitude]: Point): Drawing {
  const point: Point = [rounded(wrappedLongitude(longitude)), rounded(latitude)];
  if (shape === 'circle' && points.length >= FEWEST.circle) return { shape, points: [points[0], point] };
  return { shape: shape ?? 'polygon', points: [...points, point] };
}

/** A drawing without its last place. */
export function withoutLast({ shape, points }: Drawing): Drawing {
  return points.length <= 1
    ? { shape: points.length === 0 ? null : shape, points: [] }
    : { shape, points: points.slice(0, -1) };
}

/** The area of a drawing; null while it is not whole, or nothing is drawn, and how many places are missing. */
export function drawn({ shape, points }: Drawing): { readonly area: Area | null; readonly missing: number } {
  if (shape === null) return { area: null, missing: 0 };
  const missing = Math.max(0, FEWEST[shape] - points.length);
  if (missing > 0) return { area: null, missing };
  const places = points.map(([longitude, latitude]): [number, number] => [longitude, latitude]);
  if (shape === 'polygon') return { area: { type: 'Polygon', coordinates: [[...places, places[0]]] }, missing };
  const [center, edge] = places;
  const away = distance(center[0], center[1], edge[0], edge[1]);
  const km = Math.min(RADIUS_KM.most, Math.max(RADIUS_KM.least, Math.round(away * 10) / 10));
  return { area: { type: 'Circle', center, radius_km: km }, missing };
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS));
}
