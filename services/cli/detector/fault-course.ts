import type { ObservationSource } from '../../../ingest/observation-source.ts';
import type { ShortTermReport } from '../../../schemas/reports/report.ts';
import { isVariable } from '../../../schemas/variables.ts';
import { sparkline } from '../terminal/sparkline.ts';
import { faultsShown } from './fault-lines.ts';

/** Characters. */
const WIDTH = 12;
/** Of a long analysis the last day is drawn: it is read once more for that [ms]. */
const DRAWN_MS = 86_400_000;

/** How the values of faulty sensors ran over the analysis, or its last day, drawn by the ids of the faults. */
export async function faultCourses(
  source: ObservationSource,
  { metadata, faults }: Pick<ShortTermReport, 'metadata' | 'faults'>,
): Promise<ReadonlyMap<string, string>> {
  const end = Date.parse(metadata.timestamp);
  const start = Math.max(Date.parse(metadata.start), end - DRAWN_MS);
  const drawn = faultsShown(faults, false).filter((fault) => fault.end === null || Date.parse(fault.end) >= start);
  if (drawn.length === 0) return new Map();
  const points = new Map(drawn.map(({ fault_id }) => [fault_id, [] as [number, number][]]));
  for await (const batch of source.read(metadata.network, start, end)) {
    for (const { station, time, values } of batch) {
      for (const { fault_id, station_id, variable } of drawn) {
        if (station_id !== station || !isVariable(variable)) continue;
        const value = values[variable];
        if (value !== null) points.get(fault_id)?.push([time, value]);
      }
    }
  }
  const lines = drawn.map(({ fault_id: id }) => [id, sparkline(points.get(id) ?? [], WIDTH)] as const);
  return new Map(lines.filter(([, line]) => line !== ''));
}
