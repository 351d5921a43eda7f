import { z } from 'zod';
import { FLAG } from '../judgement.ts';
import { BUFR_033020_CODES, BUFR_033050_CODES, bufr033020, bufr033050 } from './bufr.ts';
import { MADIS_DESCRIPTORS, madisFlags } from './madis.ts';
import { qartodFlag, qartodTests } from './qartod.ts';
import type { ValueEvidence } from './value-evidence.ts';

const flag = z.literal(Object.values(FLAG));

/** The quality of a value in the words of others: docs/flags.md. */
export const qualityFlagsShape = z
  .object({
    qartod: flag.describe('QARTOD primary flag: 1 pass, 2 not evaluated, 3 suspect, 4 fail, 9 missing.'),
    qartod_tests: z.record(z.string(), flag).describe('Flags of the single tests that are known to have run, by name.'),
    madis: z.object({
      descriptor: z
        .enum(MADIS_DESCRIPTORS)
        .describe('Z no check, C coarse pass, S screened, V verified, X rejected, Q questioned.'),
      qca: z.int().min(0).describe('QC applied: 2 validity, 16 temporal, 64 spatial consistency, 1 any of them.'),
      qcr: z.int().min(0).describe('QC results: the same bits, of the checks that failed.'),
    }),
    bufr_033020: z
      .literal(BUFR_033020_CODES)
      .describe('WMO BUFR 0 33 020: 0 good, 2 doubtful, 3 wrong, 4 not checked, 7 missing value.'),
    bufr_033050: z
      .literal(BUFR_033050_CODES)
      .describe(
        'WMO BUFR 0 33 050 (GTSPP): 0 unqualified, 1 correct, 2 good but unusual, 3 probably bad, 4 bad, 15 missing.',
      ),
  })
  .meta({ id: 'QualityFlags' });

export type QualityFlags = z.output<typeof qualityFlagsShape>;

/** What is known of a value in every vocabulary: the one place where they are put together. */
export function qualityFlags(evidence: ValueEvidence): QualityFlags {
  return {
    qartod: qartodFlag(evidence),
    qartod_tests: qartodTests(evidence),
    madis: madisFlags(evidence),
    bufr_033020: bufr033020(evidence),
    bufr_033050: bufr033050(evidence),
  };
}
