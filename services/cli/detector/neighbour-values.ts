import { middle } from '../../../detectors/relations/usual-relation.ts';
import type { ObservationSource } from '../../../ingest/observation-source.ts';
import type { JoinedAnomaly, ShortTermReport } from '../../../schemas/reports/report.ts';
import { isoOf, SLOT_MS, SLOTS_PER_HOUR } from '../../../schemas/time.ts';
import { anomaliesInDetail } from './shown-anomalies.ts';

const HOUR_MS = SLOTS_PER_HOUR * SLOT_MS;
/** A report before and one after an anomaly are looked for so far from it [ms]: those of hourly stations are found too. */
const REACH_MS = HOUR_MS + SLOT_MS / 2;

/** What a station read, beside what its neighbours did at about the same time. */
export interface ValuesBeside {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly value: number;
  /** In the order of the anomaly's neighbours; null where one has no report within five minutes. */
  readonly neighbours: readonly (number | null)[];
  /** Of the neighbours' values; null where none has one. */
  readonly median: number | null;
}

type Point = readonly [time: number, value: number];

/** An anomaly with the values around it, by station. */
interface Stretch {
  readonly anomaly: JoinedAnomaly;
  readonly time: number;
  readonly points: ReadonlyMap<string, Point[]>;
}

/**
 * The values at the anomalies that have a line of their own in the console report and are verified, and at the reports before
 * and after them, by the ids of the anomalies. The source is read once.
 */
export async function neighbourValues(
  source: Pick<ObservationSource, 'read'>,
  report: Pick<ShortTermReport, 'metadata' | 'anomalies' | 'episodes'>,
  verbose: boolean,
): Promise<ReadonlyMap<string, readonly ValuesBeside[]>> {
  const stretches = anomaliesInDetail(report, verbose)
    .filter(({ spatial_verification: { enabled, neighbors } }) => enabled && neighbors.length > 0)
    .map(stretchOf);
  if (stretches.length === 0) return new Map();
  const times = stretches.map(({ time }) => time);
  const from = times.reduce((a, b) => Math.min(a, b)) - REACH_MS;
  // What came after the end of the analysis was not known to it.
  const to = Math.min(times.reduce((a, b) => Math.max(a, b)) + REACH_MS, Date.parse(report.metadata.timestamp));
  const byHour = stretchesByHour(stretches);
  for await (const batch of source.read(report.metadata.network, from, to)) {
    for (const { station, time, values } of batch) {
      for (const { anomaly, time: centre, points } of byHour.get(`${hourOf(time)} ${station}`) ?? []) {
        const value = values[anomaly.variable];
        if (value !== null && Math.abs(time - centre) <= REACH_MS) points.get(station)?.push([time, value]);
      }
    }
  }
  return new Map(stretches.map((stretch) => [stretch.anomaly.anomaly_id, rowsOf(stretch)]));
}

function stretchOf(anomaly: JoinedAnomaly): Stretch {
  const stations = [anomaly.station_id, ...anomaly.spatial_verification.neighbors];
  return { anomaly, time: Date.parse(anomaly.timestamp), points: new Map(stations.map((id) => [id, []])) };
}

/** The stretches that values of a station and an hour may be of: a report of months has thousands. */
function stretchesByHour(stretches: readonly Stretch[]): ReadonlyMap<string, readonly Stretch[]> {
  const found = new Map<string, Stretch[]>();
  for (const stretch of stretches) {
    for (const station of stretch.points.keys()) {
      for (let hour = hourOf(stretch.time - REACH_MS); hour <= hourOf(stretch.time + REACH_MS); hour++) {
        const key = `${hour} ${station}`;
        const there = found.get(key);
        if (there === undefined) found.set(key, [stretch]);
        else there.push(stretch);
      }
    }
  }
  return found;
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS);
}

function rowsOf({ anomaly, time, points }: Stretch): ValuesBeside[] {
  const own = [...(points.get(anomaly.station_id) ?? [])].sort(([one], [other]) => one - other);
  const before = own.filter(([at]) => at < time).at(-1);
  const after = own.find(([at]) => at > time);
  const here: Point = [time, anomaly.actual_value];
  return [before, here, after]
    .filter((point) => point !== undefined)
    .map(([at, value]) => {
      const neighbours = anomaly.spatial_verification.neighbors.map((id) => nearest(points.get(id) ?? [], at));
      const known = neighbours.filter((one) => one !== null);
      return { time: isoOf(at), value, neighbours, median: known.length === 0 ? null : middle(known) };
    });
}

/** The value whose time is nearest; null where none is within five minutes. */
function nearest(points: readonly Point[], time: number): number | null {
  let found: Point | null = null;
  for (const point of points) {
    const distance = Math.abs(point[0] - time);
    if (distance < SLOT_MS / 2 && (found === null || distance < Math.abs(found[0] - time))) found = point;
  }
  return found === null ? null : found[1];
}
