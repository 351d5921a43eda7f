import type { SensorCondition } from '../../schemas/fault.ts';
import { type FoldContent, faultsWithEarlier, wholeContent } from './fold-content.ts';

/**
 * Conditions of sensors as a successor needs them: those of long faults are stored without their earlier anomalies, which each
 * version of the fault tells.
 *
 * @param anomaliesOf the anomalies of some faults in their order, by the faults' ids, as the last version of each tells them
 */
export async function wholeConditions(
  conditions: readonly SensorCondition[],
  anomaliesOf: (faults: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>,
): Promise<readonly SensorCondition[]> {
  const contents = conditions.map(({ content }) => JSON.parse(content) as FoldContent);
  const asked = contents.flatMap(faultsWithEarlier);
  if (asked.length === 0) return conditions;
  const known = await anomaliesOf([...new Set(asked)]);
  return conditions.map((condition, k) =>
    faultsWithEarlier(contents[k]).length === 0
      ? condition
      : { ...condition, content: JSON.stringify(wholeContent(contents[k], (fault) => known.get(fault))) },
  );
}
