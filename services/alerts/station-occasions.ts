import { episodeMember } from '../../detectors/episodes/episode-member.ts';
import { foldEpisodes } from '../../detectors/episodes/fold-episodes.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { type Fault, isFaultOfDays, isOfStation } from '../../schemas/fault.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import type { Marks } from '../answers/marks.ts';
import { SensorFaults } from '../detection/sensor-faults.ts';
import type { Overlay } from '../experts/overlay.ts';
import { anomalyPages } from '../stores/anomaly-pages.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import { isFirm, isSuppressed, type Occasion, occasionOfEpisode, occasionOfFault } from './occasion.ts';
import { overruled } from './overruled-fault.ts';

/** Anomalies that are read at once, with all their evidence. */
const READ_ROWS = 2_000;

/** Of what the occasions of a station are asked for. Times in ms since the epoch. */
export interface OccasionsAsked {
  readonly network: string;
  readonly station: string;
  /** Nothing older is read, but for where a fault began. */
  readonly from: number;
  readonly to: number;
  /** Up to when the observations of the network are settled. */
  readonly settled: number;
  /** History that the live stages judge against [ms]. */
  readonly window: number;
  /** Ids of the anomalies and faults that an alert is of. */
  readonly raised: ReadonlySet<string>;
  readonly faults: ReadonlySet<string>;
}

/**
 * What alerts of a station may be of: its faults, with the anomalies under them, and the episodes of all other anomalies
 * that are firm, or that an alert is of. A fault that an alert is of is among them even where it was withdrawn.
 *
 * @param overlay what people say of them
 */
export async function stationOccasions(
  store: Pick<VerdictStore, 'anomalies'> & Pick<FaultStore, 'fault' | 'faultsOver' | 'faultValues'>,
  asked: OccasionsAsked,
  overlay: Overlay,
): Promise<Occasion[]> {
  const { network, station, from, to, settled, window, raised } = asked;
  const faults = await faultsOf(store, asked);
  const lastOf = await lastReports(store, asked, faults);
  const under = new Map<string, Anomaly[]>(faults.map(({ id }) => [id, []]));
  const standing = faults.filter(({ state }) => state !== 'withdrawn');
  const sensors = new SensorFaults(standing, overlay);
  const judged = new Map<string, number>();
  const free: Anomaly[] = [];
  for await (const page of anomalyPages(store, { network, station, from, to }, READ_ROWS)) {
    for (const anomaly of page) {
      const fault = anomaly.classification === 'weather_event' ? null : sensors.ownerOf(anomaly);
      if (fault !== null) under.get(fault.id)?.push(anomaly);
      else if ((raised.has(anomaly.id) || isFirm(anomaly)) && !isSuppressed(overlay.marksOf(anomaly))) {
        judged.set(anomaly.id, anomaly.judged);
        free.push(overlay.reclassified(anomaly));
      }
    }
  }
  const known = faults.map((fault) => {
    const last = lastOf.get(fault.id) ?? fault.end ?? Math.max(fault.start, fault.named);
    const word = overlay.explains(fault) ? overlay.overrideOfFault(fault) : null;
    return { fault, last, word, explained: explanationOf(fault, last, overlay) };
  });
  const ofFaults = toldOnce(known).map(({ fault, word, ...rest }) => {
    const anomalies = (under.get(fault.id) ?? []).sort((a, b) => a.time - b.time);
    const occasion = occasionOfFault(fault, { ...rest, anomalies, settled });
    return word === null ? occasion : overruled(occasion, fault, word);
  });
  const episodes = foldEpisodes(free.map(episodeMember), { window, until: to });
  return [...ofFaults, ...episodes.map((episode) => occasionOfEpisode(episode, judged, settled))];
}

/** A fault, with its newest report, and why nobody is to be told of it, or what people say of it that means as much. */
interface KnownFault {
  readonly fault: Fault;
  readonly last: number;
  readonly explained: string | null;
  readonly word: Marks['override'];
}

/** The faults that are told: of what is wrong with all that a station sends one, as two stations that are swapped have ten. */
function toldOnce(faults: readonly KnownFault[]): readonly (KnownFault & { readonly same: readonly Fault[] })[] {
  return faults.flatMap((one) => {
    const { fault } = one;
    if (!isOfStation(fault.kind) || isKnown(one)) return [{ ...one, same: [fault] }];
    const same = faults
      .filter((other) => !isKnown(other))
      .map((other) => other.fault)
      .filter(({ kind, start }) => kind === fault.kind && start === fault.start)
      .sort((a, b) => VARIABLES.indexOf(a.variable) - VARIABLES.indexOf(b.variable));
    return fault === same[0] ? [{ ...one, same }] : [];
  });
}

function isKnown({ explained, word }: KnownFault): boolean {
  return explained !== null || word !== null;
}

/** Faults of the stretch, and those that an alert is of, as they are now. */
async function faultsOf(
  store: Pick<FaultStore, 'fault' | 'faultsOver'>,
  { network, station, from, to, faults }: OccasionsAsked,
): Promise<Fault[]> {
  const found = await store.faultsOver(network, from, to, station);
  const known = new Set(found.map(({ id }) => id));
  for (const id of faults) {
    const fault = known.has(id) ? null : await store.fault(id);
    if (fault !== null) found.push(fault);
  }
  return found;
}

/** The newest report under each fault by which it has lasted, ms since the epoch. */
async function lastReports(
  store: Pick<FaultStore, 'faultValues'>,
  { network, station, from, to }: OccasionsAsked,
  faults: readonly Fault[],
): Promise<ReadonlyMap<string, number>> {
  const last = new Map<string, number>();
  if (faults.every(({ end }) => end !== null)) return last;
  const known = new Map(faults.map((fault) => [fault.id, fault]));
  for (const { faultId, time, flag } of await store.faultValues(network, from, to, station)) {
    if (flag === 4 || doubtLengthens(known.get(faultId))) last.set(faultId, time);
  }
  return last;
}

/**
 * Whether a fault has lasted by a report that is not known to be wrong: one that is suspected, as no neighbour tells or people
 * say so, and one of days. Others were right: a few more of them end it.
 */
function doubtLengthens(fault: Fault | undefined): boolean {
  return fault !== undefined && (isFaultOfDays(fault.kind) || fault.certainty === 'suspected');
}

/**
 * Why nobody is to be told of a fault of which people have not said that it is none; null where that is not so.
 *
 * @param last newest report under it, ms since the epoch
 */
function explanationOf(fault: Fault, last: number, overlay: Overlay): string | null {
  if (fault.state === 'withdrawn') return 'The fault was withdrawn.';
  const isInMaintenance = overlay.maintenanceOf({ ...fault, time: last }) !== null;
  return isInMaintenance ? 'Its newest report lies in a maintenance window.' : null;
}
