import type { NowGroup } from '../../../../schemas/http/answers/now-answer.ts';
import { NOW_ROWS } from '../../../../schemas/http/answers/now-rows.ts';
import type { NowAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';

/** Rows of each group that are asked for at first. */
export const FIRST_ROWS = 100;

/** Rows that are wanted of groups: of every other group the first. */
export type WantedRows = ReadonlyMap<NowGroup, number>;

/**
 * What is wrong now, with as many rows of each group as are wanted, or as there are: the first of every group at once, those
 * after them page by page, all of one moment.
 *
 * @param query network, and the moment where it is not the present
 * @throws ApiError; the reason of the signal
 */
export async function askNow(
  api: Pick<Api, 'get'>,
  query: Readonly<Record<string, string>>,
  wanted: WantedRows,
  signal: AbortSignal,
): Promise<NowAnswer> {
  const page = (limit: number, cursor: string | null) => {
    const asked = { ...query, limit: String(limit), ...(cursor !== null && { cursor }) };
    return api.get<NowAnswer>(`/api/v1/now?${new URLSearchParams(asked)}`, signal);
  };
  const answer = await page(FIRST_ROWS, null);
  const { faults, silent, silent_sensors: sensors, next_cursors: cursors } = answer;
  const [allFaults, allSilent, allSensors, next] = [[...faults], [...silent], [...sensors], { ...cursors }];
  for (const [group, rows] of wanted) {
    const isOfGroup = (fault: NowAnswer['faults'][number]) => fault.group === group;
    const known = group === 'silent' ? silent : group === 'silent_sensors' ? sensors : faults.filter(isOfGroup);
    let missing = rows - known.length;
    for (let cursor = next[group]; cursor !== null && missing > 0; cursor = next[group]) {
      const more = await page(Math.min(NOW_ROWS.most, missing), cursor);
      allFaults.push(...more.faults);
      allSilent.push(...more.silent);
      allSensors.push(...more.silent_sensors);
      missing -= more.faults.length + more.silent.length + more.silent_sensors.length;
      next[group] = more.next_cursors[group];
    }
  }
  return { ...answer, faults: allFaults, silent: allSilent, silent_sensors: allSensors, next_cursors: next };
}
