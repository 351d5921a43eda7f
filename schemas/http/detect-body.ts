import { z } from 'zod';
import { CHECK_NAMES, SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../judgement-configuration.ts';
import { VARIABLES } from '../variables.ts';
import { nameText } from './name-text.ts';
import { wholeNumber } from './whole-number.ts';

/** ISO 8601, Unix seconds or `NOW`; whether it is a time is found where the request is read. */
const moment = z.union([z.string(), z.number()]);

/**
 * Body of `POST /api/v1/detect`: the fields of section 4.4 of the interface document, and `threshold`, `spatial_method`,
 * `neighbor_radius_km`, `start_time`, `network`, `checks` and `verdicts`. None is required; null is "not given", and
 * defaults are the command line's.
 */
export const detectBody = z
  .strictObject({
    end_time: moment.nullish(),
    /** Default: the end minus the window. */
    start_time: moment.nullish(),
    /** History each value is judged against [h]. */
    window_hours: wholeNumber(1, 168).nullish(),
    temporal_method: z.enum(TEMPORAL_METHOD_NAMES).nullish(),
    /** Score beyond which the method flags, within its bounds; default: the method's own. */
    threshold: z.number().gt(0).nullish(),
    spatial_verify: z.boolean().nullish(),
    spatial_method: z.enum(SPATIAL_METHOD_NAMES).nullish(),
    /** [km] */
    neighbor_radius_km: z.number().gt(0).max(1000).nullish(),
    variables: z.array(z.enum(VARIABLES)).min(1).nullish(),
    checks: z.array(z.enum(CHECK_NAMES)).nullish(),
    verdicts: z.enum(['last', 'first']).nullish(),
    /** May be left out where the store holds one network. */
    network: nameText.nullish(),
  })
  .meta({
    examples: [{ network: 'demo', end_time: 'NOW', window_hours: 6, temporal_method: 'mad', variables: ['temp_out'] }],
  });

/** The body as it came, of the right types. */
export type DetectBody = z.output<typeof detectBody>;
