import { z } from 'zod';
import { HEALTH_STATUSES } from '../../../schemas/reports/health-report.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { goldenCase } from '../golden/golden-case.ts';

const status = z.enum(HEALTH_STATUSES);
const bounds = z.tuple([z.number(), z.number()]);

const sensor = z.strictObject({
  severity: status,
  /** A part of the text of each issue, in their order; all issues are named. */
  issues: z.array(z.string()),
  zeroRatio: bounds.optional(),
  nullRatio: bounds.optional(),
  variance: bounds.optional(),
});

/** The form of a case: a golden case of detection (../golden/README.md) with what the health check says of it. */
export const healthCase = goldenCase.omit({ hours: true, configuration: true, expect: true, elsewhere: true }).extend({
  days: z.int().min(1),
  variables: z.array(z.enum(VARIABLES)).default(['wind_speed']),
  expect: z.array(
    z.strictObject({
      stations: z.union([z.literal('others'), z.array(z.string()).min(1)]),
      status,
      cadence: z.int().default(10),
      completeness: bounds.optional(),
      issues: z.array(z.string()).default([]),
      sensors: z.partialRecord(z.enum(VARIABLES), sensor).default({}),
    }),
  ),
});

export type HealthCase = z.infer<typeof healthCase>;
