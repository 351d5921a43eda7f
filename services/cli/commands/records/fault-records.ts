import { type FaultAnswer, faultAnswerShape, wholeFaultShape } from '../../../../schemas/http/answers/fault-answer.ts';
import { getFault } from '../../../detection/endpoints/get-fault.ts';
import { listFaults } from '../../../detection/endpoints/list-faults.ts';
import { sizeOf } from '../../terminal/fault-size.ts';
import { listedBy, type RecordKind, shownBy } from './record-kind.ts';

/** Faults of sensors; that which began last comes first. */
export const FAULT_RECORDS: RecordKind<FaultAnswer> = {
  one: 'fault',
  many: 'faults',
  shape: faultAnswerShape,
  wholeShape: wholeFaultShape,
  found: true,
  table: [
    { of: 'network', title: 'Network', leaves: 6, leavesAlike: 2 },
    { of: 'station_id', title: 'Station', shrinks: 1 },
    { of: 'variable', title: 'Variable' },
    { of: 'kind', title: 'Fault' },
    { of: 'start', title: 'Since' },
    { of: 'end', title: 'Until', missing: 'open' },
    { of: 'size', title: 'Size', leaves: 4 },
    { of: 'values', title: 'Values', align: 'right', leaves: 3 },
    { of: 'certainty', title: 'Certainty', leaves: 7 },
    { of: 'state', title: 'State', leaves: 1 },
    { of: 'fault_id', title: 'ID', leaves: 5 },
  ],
  cells: (fault) => ({ size: sizeOf(fault) }),
  below: ({ reason }) => reason,
  ...listedBy(listFaults, 'faults'),
  ...shownBy(getFault),
};
