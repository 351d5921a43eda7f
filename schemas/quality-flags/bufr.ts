import type { Outcome, ValueEvidence } from './value-evidence.ts';

/** Code figures of 0 33 020: 0 good, 2 doubtful, 3 wrong, 4 not checked, 7 missing value. 1, 5 and 6 are never given. */
export const BUFR_033020_CODES = [0, 2, 3, 4, 7] as const;
/**
 * Code figures of 0 33 050: 0 unqualified, 1 correct value (all checks passed), 2 probably good but value inconsistent with
 * statistics, 3 probably bad, 4 bad value, 15 missing value. 5, 8 and 9 are never given.
 */
export const BUFR_033050_CODES = [0, 1, 2, 3, 4, 15] as const;

export type Bufr033020 = (typeof BUFR_033020_CODES)[number];
export type Bufr033050 = (typeof BUFR_033050_CODES)[number];

const INDICATION: Readonly<Record<Outcome, Bufr033020>> = {
  passed: 0,
  weather: 0,
  suspect: 2,
  failed: 3,
  not_evaluated: 4,
  missing: 7,
};

const GTSPP: Readonly<Record<Outcome, Bufr033050>> = {
  passed: 1,
  // The only one of the vocabularies that can say both: good, and not what statistics let expect.
  weather: 2,
  suspect: 3,
  failed: 4,
  not_evaluated: 0,
  missing: 15,
};

/**
 * Quality control indication of following value, element 0 33 020 of BUFR.
 *
 * Source: WMO Manual on Codes (WMO-No. 306), volume I.2, BUFR/CREX table B class 33 and its code table
 * (BUFRCREX_CodeFlag_en_33.csv of the repository wmo-im/BUFR4).
 */
export function bufr033020({ outcome }: ValueEvidence): Bufr033020 {
  return INDICATION[outcome];
}

/**
 * Global GTSPP quality flag, element 0 33 050 of BUFR.
 *
 * Source: WMO Codes Registry, codes.wmo.int/bufr4/codeflag/0-33-050; what the figures mean in practice: GTSPP Data Quality
 * Flags, www.nodc.noaa.gov/gtspp/document/qcmans/qcflags.html.
 */
export function bufr033050({ outcome }: ValueEvidence): Bufr033050 {
  return GTSPP[outcome];
}
