import { z } from 'zod';
import { FAULT_KINDS } from '../../fault.ts';
import { VARIABLES } from '../../variables.ts';
import { nameText } from '../name-text.ts';

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);

/** A bounding box as in RFC 7946 section 5; one that crosses the 180th meridian has west > east. */
export const boxList = z
  .tuple([longitude, latitude, longitude, latitude])
  .refine(([, south, , north]) => south <= north, {
    message: 'Input should be [west, south, east, north] in degrees, with south <= north',
  })
  .describe('[west, south, east, north], degrees.');

/** Farthest that a circle reaches [km]. */
const LONGEST_RADIUS_KM = 1000;
/** Corners of a polygon; more than anybody draws. */
const MOST_CORNERS = 200;

const position = z.tuple([longitude, latitude]);

/** The outer ring of a polygon as in RFC 7946 section 3.1.6. */
const ring = z
  .array(position)
  .min(4)
  .max(MOST_CORNERS + 1)
  .refine(isClosed, { message: 'Input should end with the position that it begins with' })
  .refine(crossesNoMeridian, {
    message: 'Input should not cross the 180th meridian: two rules, one for each side, say the same',
  });

/** An area that somebody has drawn: a polygon of GeoJSON without holes, or a circle. */
export const areaField = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('Polygon'), coordinates: z.array(ring).length(1) }),
    z.strictObject({
      type: z.literal('Circle'),
      center: position,
      radius_km: z.number().positive().max(LONGEST_RADIUS_KM),
    }),
  ])
  .describe('A polygon of GeoJSON without holes, or a circle.');

export type Area = z.output<typeof areaField>;

/** Variables; null for all. */
export const variableList = z.array(z.enum(VARIABLES)).min(1);

/** Kinds of faults; null for all, and for what is of no fault. */
export const kindList = z.array(z.enum(FAULT_KINDS)).min(1);

/** Names of networks or stations; null for all. */
export const nameList = z.array(nameText).min(1).max(1000);

function isClosed(positions: readonly (readonly [number, number])[]): boolean {
  const [first] = positions;
  const last = positions.at(-1);
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
}

/** False where an edge is longer than half of the Earth: it is meant to go the other way round. */
function crossesNoMeridian(positions: readonly (readonly [number, number])[]): boolean {
  return positions.every(([east], k) => k === 0 || Math.abs(east - positions[k - 1][0]) <= 180);
}
