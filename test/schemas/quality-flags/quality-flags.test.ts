import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CLASSIFICATIONS, type Classification, VERDICT_STATES, type VerdictState } from '../../../schemas/anomaly.ts';
import type { ValueUnderFault, ValueVerdict } from '../../../schemas/assessment.ts';
import type { Flag, NotJudgedReason } from '../../../schemas/judgement.ts';
import { type QualityFlags, qualityFlags, qualityFlagsShape } from '../../../schemas/quality-flags/quality-flags.ts';
import { evidenceOf, evidenceOfVerdict } from '../../../schemas/quality-flags/value-evidence.ts';
import { judgement } from '../../services/stores/records.ts';

const METHOD = 'arima';
const VERDICTS = ['none', METHOD, 'step', 'flat_line', 'consistency', 'gross_range'] as const;

/** Everything that a judgement can say of a value: flag and reason. */
const JUDGEMENTS = [
  '1',
  '3',
  '3 gross_range',
  '4 gross_range',
  '9 missing',
  ...['insufficient_history', 'method_error', 'late', 'corrected', 'not_selected', 'gross_range'].map(
    (reason) => `2 ${reason}`,
  ),
];

/** Everything that a fault can say of a value under it. */
const FAULTS: readonly ValueUnderFault[] = ([3, 4] as const).flatMap((flag) =>
  [12.5, null].map((estimate) => ({ faultId: 'f', flag, estimate, uncertainty: estimate && 0.5 })),
);

/** What a value beyond its limits is called. */
const BEYOND = ['device_failure', 'suspected'] as const;

/** One combination of what is known of a value. */
interface Known {
  readonly judgement: string;
  readonly number: boolean;
  readonly settled: boolean;
  readonly verdict: (typeof VERDICTS)[number];
  readonly classification: Classification | null;
  readonly state: VerdictState | null;
  readonly neighbors: boolean | null;
}

/** A row of flags.json: which combinations it is about (all, where a field is not there), and their flags. */
interface Row extends Partial<{ readonly [K in keyof Known]: readonly Known[K][] }> {
  readonly why: string;
  readonly qartod: Flag;
  readonly tests: Record<string, Flag>;
  /** Descriptor, QC applied, QC results. */
  readonly madis: string;
  /** 0 33 020 and 0 33 050. */
  readonly bufr: readonly [number, number];
}

const TABLE = JSON.parse(readFileSync(new URL('./flags.json', import.meta.url), 'utf8')) as Row[];

describe('quality flags', () => {
  it('of every combination of what can be known are those of the table, which has each once', () => {
    let count = 0;
    for (const known of combinations()) {
      const rows = TABLE.filter((row) => isAbout(row, known));
      assert.equal(rows.length, 1, `${rows.length} rows for ${JSON.stringify(known)}`);
      assert.deepEqual(shown(flagsOf(known)), shown(rows[0]), `${rows[0].why}: ${JSON.stringify(known)}`);
      count += 1;
    }
    assert.ok(count > 1000, `${count} combinations`);
  });

  // A corrected value kept the flag of the one that it replaced.
  it('of a value under a fault say so, whatever it looked like by itself, unless it is missing, corrected since, or its limits say as much', () => {
    for (const known of combinations()) {
      const plain = evidenceFor(known);
      for (const fault of FAULTS) {
        const evidence = evidenceFor(known, fault);
        const context = JSON.stringify({ known, fault });
        const beyond = /^[34] gross_range/.test(known.judgement);
        const isOther = known.judgement.startsWith('9') || known.judgement === '2 corrected';
        if (isOther || (beyond && Number(known.judgement[0]) >= fault.flag)) {
          assert.deepEqual(evidence, plain, context);
          continue;
        }
        const flags = qualityFlags(evidence);
        assert.deepEqual(qualityFlagsShape.parse(flags), flags);
        assert.equal(flags.qartod, fault.flag, context);
        const compared = plain.compared || fault.estimate !== null;
        assert.equal(flags.qartod_tests['neighbors'], compared ? fault.flag : undefined, context);
        const { gross_range, temporal_method } = qualityFlags(plain).qartod_tests;
        assert.deepEqual(
          [flags.qartod_tests['gross_range'], flags.qartod_tests['temporal_method']],
          [gross_range, temporal_method],
          context,
        );
        assert.equal(flags.madis.descriptor, beyond ? 'X' : 'Q', context);
        assert.deepEqual([flags.bufr_033020, flags.bufr_033050], fault.flag === 4 ? [3, 4] : [2, 3], context);
      }
    }
  });

  // Under a fault that says 4, the values outside the climate's range had 3, and the less wrong ones 4.
  it('of a value beyond the climate are no better than the fault that it lies under', () => {
    const flags = (judged: string, fault: ValueUnderFault) => {
      const known = { judgement: judged, number: true, settled: true, verdict: 'none' } as const;
      return shown(qualityFlags(evidenceFor({ ...known, classification: null, state: null, neighbors: null }, fault)));
    };
    const [doubtful, , wrong, unknown] = FAULTS;
    const failed = { qartod: 4, tests: { gross_range: 3, neighbors: 4 }, madis: 'X 83 83', bufr: [3, 4] };
    assert.deepEqual(flags('3 gross_range', wrong), failed);
    const alone = { qartod: 4, tests: { gross_range: 3 }, madis: 'X 19 19', bufr: [3, 4] };
    assert.deepEqual(flags('3 gross_range', unknown), alone);
    assert.equal(flags('3 gross_range', doubtful).qartod, 3);
    assert.equal(flags('4 gross_range', doubtful).qartod, 4);
  });

  it('of an anomaly alone are those of the value it is about, and say nothing once it was taken back', () => {
    for (const known of combinations()) {
      const verdict = verdictOf(known);
      const beyond = known.classification === 'suspected' ? '3 gross_range' : '4 gross_range';
      const raised = known.verdict === 'gross_range' ? beyond : '3';
      if (verdict === null || known.judgement !== raised) continue;
      const flags = qualityFlags(evidenceOfVerdict(verdict));
      if (verdict.state === 'withdrawn') {
        const nothing = { qartod: 2, tests: {}, madis: 'Z 0 0', bufr: [4, 0] };
        assert.deepEqual(shown(flags), nothing, JSON.stringify(known));
      } else {
        assert.deepEqual(flags, flagsOf(known), JSON.stringify(known));
      }
    }
  });

  it('fit their shape, and agree with each other', () => {
    for (const known of combinations()) {
      const flags = qualityFlags(evidenceFor(known));
      assert.deepEqual(qualityFlagsShape.parse(flags), flags);
      const { descriptor, qca, qcr } = flags.madis;
      assert.equal(qcr & ~qca, 0, 'only what was made can fail');
      assert.equal(flags.qartod === 3 || flags.qartod === 4, qcr !== 0, 'what is dropped in one is in the others');
      assert.equal(flags.qartod === 1, ['S', 'V'].includes(descriptor));
      assert.equal(flags.qartod === 1, flags.bufr_033020 === 0);
    }
  });
});

function* combinations(): Generator<Known> {
  const both = [true, false];
  for (const judged of JUDGEMENTS) {
    for (const number of both) {
      for (const settled of both) {
        const value = { judgement: judged, number, settled };
        for (const verdict of VERDICTS) {
          if (verdict === 'none') yield { ...value, verdict, classification: null, state: null, neighbors: null };
          const beyond = verdict === 'gross_range';
          const classes = verdict === 'none' ? [] : beyond ? BEYOND : CLASSIFICATIONS;
          for (const classification of classes) {
            for (const state of VERDICT_STATES) {
              for (const neighbors of beyond ? [false] : both) {
                yield { ...value, verdict, classification, state, neighbors };
              }
            }
          }
        }
      }
    }
  }
}

function isAbout(row: Row, known: Known): boolean {
  const names = Object.keys(known) as (keyof Known)[];
  return names.every((name) => (row[name] as readonly unknown[] | undefined)?.includes(known[name]) ?? true);
}

function verdictOf({ verdict, classification, state, neighbors }: Known): ValueVerdict | null {
  if (verdict === 'none' || classification === null || state === null) return null;
  const spatial = { neighborsChecked: neighbors === true ? 3 : 0 };
  return { check: verdict, temporalMethod: METHOD, classification, state, spatial };
}

function evidenceFor(known: Known, fault?: ValueUnderFault) {
  const [flag, reason] = known.judgement.split(' ');
  const value = { flag: Number(flag) as Flag, reason: (reason ?? '') as NotJudgedReason, score: null };
  const verdict = verdictOf(known);
  const verdicts = verdict === null ? {} : { temp_out: verdict };
  const faults = fault === undefined ? {} : { temp_out: fault };
  const assessment = { judgement: judgement('n', 's', 0, 0, value), verdicts, faults, settled: known.settled };
  return evidenceOf(assessment, 'temp_out', known.number);
}

function flagsOf(known: Known): QualityFlags {
  return qualityFlags(evidenceFor(known));
}

/** Flags as the table has them. */
function shown(flags: QualityFlags | Row) {
  if ('why' in flags) {
    const { qartod, tests, madis, bufr } = flags;
    return { qartod, tests, madis, bufr };
  }
  const { descriptor, qca, qcr } = flags.madis;
  const bufr = [flags.bufr_033020, flags.bufr_033050];
  return { qartod: flags.qartod, tests: flags.qartod_tests, madis: `${descriptor} ${qca} ${qcr}`, bufr };
}
