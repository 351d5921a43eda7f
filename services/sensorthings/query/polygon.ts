import { malformed } from './syntax.ts';

/** Corners of a polygon at most. */
const MOST_CORNERS = 1_000;
const POLYGON = /^\s*POLYGON\s*\(\s*\(([^()]*)\)\s*\)\s*$/i;
const CORNER = /^(-?\d+(?:\.\d+)?) +(-?\d+(?:\.\d+)?)$/;

/**
 * The ring of a polygon in well-known text (OGC 06-103r4, section 7), degrees east and north; one without holes.
 *
 * @throws HalcyonError `malformed_query` where it is none
 */
export function polygonOf(text: string, option: string): (readonly [longitude: number, latitude: number])[] {
  const corners =
    POLYGON.exec(text)?.[1]
      .split(',')
      .map((corner) => CORNER.exec(corner.trim())) ?? [];
  const ring = corners
    .filter((corner) => corner !== null)
    .map(([, east, north]) => [Number(east), Number(north)] as const);
  if (ring.length >= 4 && ring.length === corners.length && ring.length <= MOST_CORNERS) return ring;
  throw malformed(
    option,
    `'${text.slice(0, 40)}' should be POLYGON((east north, …)), closed, without holes, of at most ${MOST_CORNERS} corners`,
  );
}
