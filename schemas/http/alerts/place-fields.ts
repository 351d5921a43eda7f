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

/** Variables; null for all. */
export const variableList = z.array(z.enum(VARIABLES)).min(1);

/** Kinds of faults; null for all, and for what is of no fault. */
export const kindList = z.array(z.enum(FAULT_KINDS)).min(1);

/** Names of networks or stations; null for all. */
export const nameList = z.array(nameText).min(1).max(1000);
