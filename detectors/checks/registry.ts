import type { CheckName } from '../../schemas/judgement-configuration.ts';
import type { CheckSpecification } from './check-specification.ts';
import { consistencySpecification } from './consistency.ts';
import { flatLineSpecification } from './flat-line.ts';
import { grossRangeSpecification } from './gross-range.ts';
import { stepSpecification } from './step.ts';

/** What each common check says of itself, by name. A check is added by writing its file and its line here. */
export const CHECKS: ReadonlyMap<CheckName, CheckSpecification> = new Map<CheckName, CheckSpecification>([
  ['gross_range', grossRangeSpecification],
  ['flat_line', flatLineSpecification],
  ['step', stepSpecification],
  ['consistency', consistencySpecification],
]);
