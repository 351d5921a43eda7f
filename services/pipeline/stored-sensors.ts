import { wholeConditions } from '../../detectors/faults/whole-conditions.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { type FaultVersion, isFaultOfDays, type StoredSensors } from '../../schemas/fault.ts';
import { timeOfSlot } from '../../schemas/time.ts';
import { everyPage } from '../stores/every-page.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import { awaitStored, type StoringDependencies } from './await-stored.ts';

/** Where sensors and what was told of them are stored. */
export type SensorStore = Pick<FaultStore, 'sensorConditions' | 'faults' | 'faultAnomalies' | 'faultValues'> &
  Pick<VerdictStore, 'anomalies'>;

/** Where sensors are stored. */
export interface StoredSensorDependencies extends StoringDependencies {
  readonly store: SensorStore;
}

/** No report is further ahead of what is settled. */
const DAY_MS = 86_400_000;
/** Faults, or verdicts, that are read at once. */
const PAGE = 1_000;
/** Topics that what is read rests on. */
const RESTS_ON = ['anomalies', 'faults'] as const;

/**
 * The sensors of a network when everything up to a slot was settled: what a predecessor published of them is in the store
 * first.
 *
 * @throws HalcyonError `store_unavailable` where that is not so after a minute, `interrupted` at a stop
 */
export async function awaitStoredSensors(
  { store, ...storing }: StoredSensorDependencies,
  network: string,
  settledUntil: number,
): Promise<StoredSensors> {
  await awaitStored(storing, RESTS_ON);
  return storedSensors(store, network, settledUntil);
}

/** The same of what the store has now. */
export async function storedSensors(store: SensorStore, network: string, settledUntil: number): Promise<StoredSensors> {
  const conditions = await wholeConditions(await store.sensorConditions(network, settledUntil), (faults) =>
    store.faultAnomalies(network, faults),
  );
  const values = new Map<string, FaultVersion['values'][number][]>();
  const since = timeOfSlot(settledUntil);
  for (const { faultId, station: _, variable: __, ...value } of await store.faultValues(
    network,
    since,
    since + DAY_MS,
  )) {
    if (value.slot > settledUntil) values.set(faultId, [...(values.get(faultId) ?? []), value]);
  }
  const told: FaultVersion[] = [];
  for await (const page of everyPage((place) =>
    store.faults({ network, state: 'provisional', limit: PAGE, ...place }),
  )) {
    for (const fault of page) {
      // Those of days are followed by who looks at days.
      if (isFaultOfDays(fault.kind)) continue;
      told.push({ kind: 'fault', network, station: fault.station, fault, values: values.get(fault.id) ?? [] });
    }
  }
  const verdicts: Anomaly[] = [];
  for await (const page of openVerdicts(store, network, since)) {
    verdicts.push(...page.filter(({ slot }) => slot > settledUntil));
  }
  return { conditions, told, verdicts };
}

/** The verdicts of a network that may still change, of a stretch (ms since the epoch, both included), in pages. */
export function openVerdicts(
  store: Pick<VerdictStore, 'anomalies'>,
  network: string,
  from: number,
  to?: number,
): AsyncIterable<readonly Anomaly[]> {
  const end = to === undefined ? {} : { to };
  const open = { network, state: 'provisional', from, ...end, revisions: false, limit: PAGE } as const;
  return everyPage((place) => store.anomalies({ ...open, ...place }));
}
