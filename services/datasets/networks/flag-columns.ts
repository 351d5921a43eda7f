import { bufr033020, bufr033050 } from '../../../schemas/quality-flags/bufr.ts';
import { madisFlags } from '../../../schemas/quality-flags/madis.ts';
import { qartodFlag } from '../../../schemas/quality-flags/qartod.ts';
import type { ValueEvidence } from '../../../schemas/quality-flags/value-evidence.ts';
import type { Cell, Column } from './column.ts';

/** What the column of a vocabulary holds. */
interface FlagCell {
  /** End of the column's name. */
  readonly name: string;
  readonly type: 'BIGINT' | 'VARCHAR';
  readonly title: string;
  /** What its codes mean. */
  readonly codes: string;
  readonly of: (evidence: ValueEvidence) => Cell;
}

const CELLS: readonly FlagCell[] = [
  {
    name: 'qartod',
    type: 'BIGINT',
    title: 'QARTOD flag',
    codes: '1 pass, 2 not evaluated, 3 suspect, 4 fail, 9 missing',
    of: qartodFlag,
  },
  {
    name: 'madis',
    type: 'VARCHAR',
    title: 'MADIS data descriptor',
    codes: 'Z no check, C coarse pass, S screened, V verified, X rejected, Q questioned',
    of: (evidence) => madisFlags(evidence).descriptor,
  },
  {
    name: 'madis_qca',
    type: 'BIGINT',
    title: 'MADIS QC applied',
    codes: 'a mask of 1 any check, 2 validity, 16 temporal, 64 spatial consistency',
    of: (evidence) => madisFlags(evidence).qca,
  },
  {
    name: 'madis_qcr',
    type: 'BIGINT',
    title: 'MADIS QC results',
    codes: 'the same mask, of the checks that failed',
    of: (evidence) => madisFlags(evidence).qcr,
  },
  {
    name: 'bufr_033020',
    type: 'BIGINT',
    title: 'WMO BUFR 0 33 020',
    codes: '0 good, 2 doubtful, 3 wrong, 4 not checked, 7 missing value',
    of: bufr033020,
  },
  {
    name: 'bufr_033050',
    type: 'BIGINT',
    title: 'WMO BUFR 0 33 050 (GTSPP)',
    codes: '0 unqualified, 1 correct, 2 good but unusual, 3 probably bad, 4 bad, 15 missing value',
    of: bufr033050,
  },
];

/**
 * The columns of a value's quality flags (docs/flags.md), null where there are none.
 *
 * @param prefix what the names begin with
 * @param what the value that the flags are of, in words
 */
export function flagColumns<Row>(
  prefix: string,
  what: string,
  evidenceOf: (row: Row) => ValueEvidence | null,
): Column<Row>[] {
  return CELLS.map(({ name, type, title, codes, of }) => ({
    name: `${prefix}${name}`,
    type,
    description: `${title} for ${what}: ${codes}`,
    of: (row) => {
      const evidence = evidenceOf(row);
      return evidence && of(evidence);
    },
  }));
}
