import { z } from 'zod';
import { OVERRIDE_CLASSES } from '../expert-rule.ts';
import { moment } from './moment.ts';

/** What somebody calls an anomaly instead. */
export const overrideShape = z
  .object({ classification: z.enum(OVERRIDE_CLASSES), reason: z.string(), by: z.string(), at: moment })
  .meta({ id: 'Override' });
