import { FLAG } from '../judgement.ts';
import type { ValueEvidence } from './value-evidence.ts';

/**
 * Data descriptors that automated checks give: Z preliminary, no check was made; C coarse pass, level 1; S screened, levels
 * 1 and 2; V verified, levels 1, 2 and 3; X rejected, failed level 1; Q questioned, passed level 1, failed 2 or 3.
 */
export const MADIS_DESCRIPTORS = ['Z', 'C', 'S', 'V', 'X', 'Q'] as const;
type MadisDescriptor = (typeof MADIS_DESCRIPTORS)[number];

/** The bits of both masks for surface data. Statistical spatial consistency (32) is a check that Halcyon does not make. */
const MADIS_BIT = { master: 1, validity: 2, internal: 8, temporal: 16, spatial: 64 } as const;

/** What MADIS says of a value. */
export interface MadisFlags {
  readonly descriptor: MadisDescriptor;
  /** QC applied: a bit for each check that was made. */
  readonly qca: number;
  /** QC results: a bit for each check that failed. */
  readonly qcr: number;
}

/**
 * The flags of NOAA's MADIS. Validity, level 1, is the physical limits; internal consistency, level 2, what other values of
 * the report contradict, where they do; temporal consistency, level 2, the station's own past; spatial consistency, level 3, the verdict of the neighbours. What departs from the station's past as its neighbours
 * do fails nothing: users drop what has a bit in the results. The master bit is set where any other is.
 *
 * Source: MADIS QC Information (madis-data.ncep.noaa.gov/doc/qc_info.txt), the tables for surface data; MADIS Meteorological
 * Surface Quality Control (madis.ncep.noaa.gov/madis_sfc_qc.shtml). The master bit is named there, not described.
 */
export function madisFlags(evidence: ValueEvidence): MadisFlags {
  const { outcome, grossRange, judged, compared, raisedBy } = evidence;
  const failed = outcome === 'failed';
  const isWrong = failed || outcome === 'suspect';
  // What its own report contradicts was not held against the station's past.
  const internal = raisedBy === 'consistency';
  const temporal = judged && !internal;
  const qca = masked([grossRange !== null, internal, temporal, compared]);
  const qcr = masked([
    grossRange !== null && grossRange !== FLAG.pass,
    internal && isWrong,
    temporal && isWrong,
    compared && failed,
  ]);
  return { descriptor: descriptorOf(qca, qcr), qca, qcr };
}

/** @param set of validity, internal, temporal and spatial */
function masked(set: readonly boolean[]): number {
  const { validity, internal, temporal, spatial } = MADIS_BIT;
  const bits = [validity, internal, temporal, spatial].reduce<number>((sum, bit, k) => (set[k] ? sum | bit : sum), 0);
  return bits === 0 ? 0 : bits | MADIS_BIT.master;
}

function descriptorOf(qca: number, qcr: number): MadisDescriptor {
  if (qcr & MADIS_BIT.validity) return 'X';
  if (qcr !== 0) return 'Q';
  if (qca & MADIS_BIT.spatial) return 'V';
  if (qca & (MADIS_BIT.internal | MADIS_BIT.temporal)) return 'S';
  return qca & MADIS_BIT.validity ? 'C' : 'Z';
}
