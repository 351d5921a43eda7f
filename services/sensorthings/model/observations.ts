import { FLAG } from '../../../schemas/judgement.ts';
import { QARTOD_MEANINGS } from '../../../schemas/quality-flags/qartod.ts';
import { qualityFlags } from '../../../schemas/quality-flags/quality-flags.ts';
import { evidenceOf } from '../../../schemas/quality-flags/value-evidence.ts';
import { isoOf } from '../../../schemas/time.ts';
import { faultFields } from '../../answers/fault-fields.ts';
import { field } from '../../stores/rows/row-expression.ts';
import type { ValueRow } from '../../stores/rows/row-search.ts';
import type { EntitySet } from './entity-set.ts';

export const observations: EntitySet<'values'> = {
  name: 'Observations',
  description: 'The values, newest first; resultQuality is the QARTOD flag by the last verdict.',
  relation: 'values',
  key: ['network', 'station', 'variable', 'time'],
  properties: ['phenomenonTime', 'resultTime', 'result', 'resultQuality', 'parameters'],
  navigations: {
    Datastream: { set: 'Datastreams', many: false },
    FeatureOfInterest: { set: 'FeaturesOfInterest', many: false },
  },
  asked: {
    phenomenonTime: { type: 'time', row: field('time') },
    // A report holds what was measured when it was made.
    resultTime: { type: 'time', row: field('time') },
    result: { type: 'number', row: field('value') },
    'parameters/received': { type: 'time', row: field('received') },
    'parameters/source': { type: 'text', row: field('source') },
  },
  keyOf: ({ network, station, variable, time }) => ({ network, station, variable, time }),
  propertiesOf: (row) => ({
    phenomenonTime: isoOf(row.time),
    resultTime: isoOf(row.time),
    result: row.value,
    ...qualityOf(row),
  }),
};

/** Properties that need what was found for a value, which is not read where they are not asked for. */
export const JUDGED_PROPERTIES: readonly string[] = ['resultQuality', 'parameters'];

/** The primary flag as an element of data quality (ISO 19157), and beside it all else that is known of the value. */
function qualityOf({ assessment, variable, source, received }: ValueRow): Record<string, unknown> {
  const came = { source, received: isoOf(received) };
  const element = (flag: keyof typeof QARTOD_MEANINGS) => [
    { nameOfMeasure: 'QARTOD primary flag', result: flag, meaning: QARTOD_MEANINGS[flag] },
  ];
  if (assessment === null) return { resultQuality: element(FLAG.notEvaluated), parameters: came };
  const { reason, score } = assessment.judgement.variables[variable];
  const { qartod, ...others } = qualityFlags(evidenceOf(assessment, variable, true));
  const under = assessment.faults[variable];
  const finite = score !== null && Number.isFinite(score) ? score : null;
  return {
    resultQuality: element(qartod),
    parameters: { ...came, reason, score: finite, ...others, ...(under && faultFields(under)) },
  };
}
