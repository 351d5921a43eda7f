import { explainValue } from '../../detectors/explanation/explain-value.ts';
import type { Explanation } from '../../detectors/explanation/explanation.ts';
import type { ObservationSource } from '../../ingest/observation-source.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { JudgementConfiguration } from '../../schemas/judgement-configuration.ts';
import type { Observation } from '../../schemas/observation.ts';
import { type QualityFlags, qualityFlags } from '../../schemas/quality-flags/quality-flags.ts';
import { evidenceOfValue } from '../../schemas/quality-flags/value-evidence.ts';
import { isoOf } from '../../schemas/time.ts';
import type { Variable } from '../../schemas/variables.ts';
import { type Marks, NO_MARKS } from '../answers/marks.ts';
import { Overlay } from '../experts/overlay.ts';
import { chooseNetwork } from '../stations/choose-network.ts';
import { nearestNames } from './nearest-names.ts';

/** Which value is to be explained, and by which judgement. */
export interface ExplainRequest {
  readonly station: string;
  readonly variable: Variable;
  /** Of the report, ms since the epoch. */
  readonly time: number;
  /** null: the only one that has the station. */
  readonly network: string | null;
  readonly configuration: JudgementConfiguration;
  readonly signal?: AbortSignal;
}

/** A value explained, with the flags that it has in the end and what people say of it. */
export interface Explained {
  readonly explanation: Explanation;
  readonly flags: QualityFlags;
  readonly marks: Marks;
}

/** Reports are looked for this far around a time, then this far [ms]. */
const AROUND_MS = [3 * 3_600_000, 3 * 86_400_000] as const;

/**
 * Says why a value was judged as it was.
 *
 * @throws HalcyonError `unknown_station` that names those with the most similar ids, `not_found` that names the nearest
 *   reports, `unknown_network`, `invalid_parameter` where several networks have the station, `insufficient_data` where there
 *   is nothing; `interrupted`
 */
export async function explain(source: ObservationSource, request: ExplainRequest): Promise<Explained> {
  const { station, variable, time, configuration, signal } = request;
  const network = await networkOf(source, station, request.network);
  const extent = await source.extent(network);
  if (extent === null) throw new HalcyonError('insufficient_data', `network ${network} holds no observations yet`);
  const report = await reportAt(source, network, station, time);
  const asked = { network, report, variable, configuration, last: extent.last };
  const explanation = await explainValue(source, { ...asked, ...(signal !== undefined && { signal }) });
  const { judgement, verdict, underFault, isSettled } = explanation;
  const hasNumber = report.values[variable] !== null;
  const evidence = evidenceOfValue(judgement, verdict ?? undefined, underFault ?? undefined, isSettled, hasNumber);
  const overlay = new Overlay((await source.rules?.(network)) ?? []);
  const marks = verdict === null ? NO_MARKS : overlay.marksOf(verdict);
  return { explanation, flags: qualityFlags(evidence), marks };
}

/** The network that has the station. */
async function networkOf(source: ObservationSource, station: string, asked: string | null): Promise<string> {
  const all = asked === null ? await source.networks() : [];
  const networks = all.length > 1 ? all : [await chooseNetwork(source, asked)];
  const ids: string[] = [];
  const having: string[] = [];
  for (const network of networks) {
    const stations = await source.stations(network);
    if (stations.some(({ id }) => id === station)) having.push(network);
    ids.push(...stations.map(({ id }) => id));
  }
  if (having.length === 1) return having[0];
  if (having.length > 1) {
    const msg = `several networks have a station '${station}', name one of them by --network: ${having.join(', ')}`;
    throw new HalcyonError('invalid_parameter', msg);
  }
  const where =
    networks.length === 1 ? `network ${networks[0]} has` : `none of the networks ${networks.join(', ')} has`;
  const near = nearestNames(station, [...new Set(ids)]);
  const instead = near.length === 0 ? 'there is no station yet' : `nearest names: ${near.join(', ')}`;
  throw new HalcyonError(
    'unknown_station',
    `${where} ${networks.length === 1 ? 'no' : 'a'} station '${station}'; ${instead}`,
  );
}

/** The report of a station at a time. HalcyonError `not_found` that says when it reported instead. */
async function reportAt(
  source: ObservationSource,
  network: string,
  station: string,
  time: number,
): Promise<Observation> {
  for (const around of AROUND_MS) {
    let before: number | null = null;
    let after: number | null = null;
    for await (const batch of source.read(network, time - around, time + around)) {
      for (const observation of batch) {
        if (observation.station !== station) continue;
        if (observation.time === time) return observation;
        if (observation.time < time) before = Math.max(before ?? observation.time, observation.time);
        else after = Math.min(after ?? observation.time, observation.time);
      }
    }
    const near = [before, after].flatMap((one) => (one === null ? [] : [isoOf(one)]));
    if (near.length > 0) {
      const are = near.length === 1 ? 'the nearest is of' : 'the nearest are of';
      throw new HalcyonError(
        'not_found',
        `station ${station} has no report at ${isoOf(time)}; ${are} ${near.join(' and ')}`,
      );
    }
  }
  const extent = await source.extent(network);
  const runs = extent === null ? '' : `; those of the network run from ${isoOf(extent.first)} to ${isoOf(extent.last)}`;
  throw new HalcyonError('not_found', `station ${station} has no report within 3 days of ${isoOf(time)}${runs}`);
}
