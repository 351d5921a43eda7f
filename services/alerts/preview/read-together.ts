import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Fault } from '../../../schemas/fault.ts';
import { anomalyPages } from '../../stores/anomaly-pages.ts';
import type { FaultStore } from '../../stores/roles/fault-store.ts';
import type { VerdictStore } from '../../stores/roles/verdict-store.ts';

/** Anomalies that are read at once, with all their evidence. */
const READ_ROWS = 2_000;

/** What occasions of a station are read from. */
type OccasionStore = Pick<VerdictStore, 'anomalies'> & Pick<FaultStore, 'fault' | 'faultsOver' | 'faultValues'>;

/**
 * What is stored of some stations of a network in a stretch, as a store that is asked for one of them: a question for several costs
 * the engine hardly more than for one.
 *
 * @param asked from and to in ms since the epoch
 * @param faultsOf the faults of the stretch by station
 */
export async function readTogether(
  store: OccasionStore,
  asked: {
    readonly network: string;
    readonly stations: readonly string[];
    readonly from: number;
    readonly to: number;
  },
  faultsOf: ReadonlyMap<string, readonly Fault[]>,
): Promise<OccasionStore> {
  const { network, stations, from, to } = asked;
  const anomaliesOf = new Map<string, Anomaly[]>(stations.map((station) => [station, []]));
  for await (const page of anomalyPages(store, { network, station: stations, from, to }, READ_ROWS)) {
    for (const anomaly of page) anomaliesOf.get(anomaly.station)?.push(anomaly);
  }
  return {
    anomalies: async ({ station }) => ({
      items: [station ?? []].flat().flatMap((id) => anomaliesOf.get(id) ?? []),
      next: null,
    }),
    faultsOver: async (_network, _from, _to, station = '') => [...(faultsOf.get(station) ?? [])],
    fault: (id) => store.fault(id),
    faultValues: (...given) => store.faultValues(...given),
  };
}
