import { FLAG, type Flag } from '../judgement.ts';
import type { Outcome, ValueEvidence } from './value-evidence.ts';

const FLAG_OF: Readonly<Record<Outcome, Flag>> = {
  passed: FLAG.pass,
  // Rare weather that neighbours confirm is a good value: what it is has been found out.
  weather: FLAG.pass,
  suspect: FLAG.suspect,
  failed: FLAG.fail,
  not_evaluated: FLAG.notEvaluated,
  missing: FLAG.missing,
};

/** What the flags are called. */
export const QARTOD_MEANINGS: Readonly<Record<Flag, string>> = {
  [FLAG.pass]: 'pass',
  [FLAG.notEvaluated]: 'not evaluated',
  [FLAG.suspect]: 'suspect or of high interest',
  [FLAG.fail]: 'fail',
  [FLAG.missing]: 'missing',
};

/** Outcome of the test that compares with neighbours, where it was made. */
const NEIGHBORS: Readonly<Partial<Record<Outcome, Flag>>> = {
  weather: FLAG.pass,
  suspect: FLAG.suspect,
  failed: FLAG.fail,
};

/**
 * Primary flag of a value: 1 pass, 2 not evaluated, 3 suspect or of high interest, 4 fail, 9 missing.
 *
 * Source: IOOS QARTOD, after UNESCO 2013, Ocean Data Standards 3: Recommendation for a Quality Flag Scheme (IOC Manuals and
 * Guides 54, volume 3); the codes as NERC Vocabulary Server collection L34 lists them.
 */
export function qartodFlag({ outcome }: ValueEvidence): Flag {
  return FLAG_OF[outcome];
}

/**
 * Flags of the single tests that are known to have run, by name: `gross_range`, `temporal_method`, the common check that
 * raised the verdict, `neighbors`. A test alone only makes suspect, but the limits and the neighbours.
 *
 * Source: IOOS QARTOD manuals ask for the result of each test beside the primary flag.
 */
export function qartodTests(evidence: ValueEvidence): Record<string, Flag> {
  const { outcome, grossRange, methodPassed, raisedBy, compared } = evidence;
  const tests: Record<string, Flag> = {};
  if (grossRange !== null) tests['gross_range'] = grossRange;
  if (methodPassed !== null) tests['temporal_method'] = methodPassed ? FLAG.pass : FLAG.suspect;
  if (raisedBy !== null) tests[raisedBy] ??= FLAG.suspect;
  const neighbors = NEIGHBORS[outcome];
  if (compared && neighbors !== undefined) tests['neighbors'] = neighbors;
  return tests;
}
