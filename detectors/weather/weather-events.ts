import { createHash } from 'node:crypto';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { SLOT_MS, SLOTS_PER_HOUR } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import {
  type EventStation,
  type WeatherChanges,
  type WeatherEvent,
  type WeatherEventKind,
  weatherEventId,
} from '../../schemas/weather-event.ts';
import { middle } from '../relations/usual-relation.ts';
import { alignedPassages } from './aligned-passages.ts';
import { crossingOf, type PlacedTime } from './crossing.ts';
import { byTime, LONGEST_WAY, linkedPassages } from './linked-passages.ts';
import { LARGEST_SIZE, likeness, type Passage, sizeOf } from './passage.ts';
import { KNOWN_AFTER, LEAST_SIZE } from './passage-finder.ts';
import { LEVEL_SLOTS } from './station-change.ts';
import type { UsualHours } from './usual-hours.ts';
import { weatherReason } from './weather-words.ts';

/** Raised whenever the same observations may give other events: it is part of their ids. */
const WEATHER_VERSION = 4;
/** A variable changed where it did by so much, in the least changes that neighbours are asked about. */
const CHANGED = 0.75;
/** Passages of one straight front lie so near to it [h]; of stations that report less often within one report. */
const COHERENT_HOURS = 1;
/** Share of the passages from so long before to so long after [h] that one front explains: less is no event. */
const LEAST_COHERENT = 0.6;
const AROUND_HOURS = 1.5;
/** Sum of the sizes of an event's passages beyond the least ones, and their mean. */
const LEAST_EVIDENCE = 3;
const LEAST_MEAN = 0.4;
/** Share of an event's stations at which it is more than what is usual: a breeze is too weak on some days to be seen at a few. */
const LEAST_UNUSUAL = 0.5;
/** What undoes a passage comes so much later at most [ms], and this share of it is in variables that had changed the other way. */
const RETURNS_WITHIN = 4 * 3_600_000;
const UNDONE = 0.6;
/** What crosses so far is a front [km], where it takes at least so many stations and this share of those on its way. */
const FRONT = { km: 50, stations: 3, share: 0.5 } as const;
/** A weather anomaly this near to the passage over its station is of the event [ms]. */
const BELONGS_WITHIN = 3_600_000;
const KM_PER_DEGREE = 111.195;

/** A weather event, and the last slot whose reports may change it. */
export interface FoundWeather {
  readonly event: WeatherEvent;
  readonly settles: number;
}

/** What the events of a stretch are told by. */
export interface WeatherContext {
  readonly network: string;
  /** Identity of the configuration of the judgement. */
  readonly identity: string;
  /** Last slot that passed, and slots after one by which all verdicts on it are settled. */
  readonly until: number;
  readonly settledAfter: number;
}

/**
 * The weather events of a network: a pure function of the set of passages and anomalies, whatever their order, and of what is
 * usual.
 *
 * @param passages over its stations, without those of wrong sensors
 * @param anomalies none withdrawn
 * @param usualShares of passages, as UsualHours tells them
 * @returns by start, then id
 */
export async function findWeather(
  passages: readonly Passage[],
  anomalies: readonly Anomaly[],
  context: WeatherContext,
  usualShares: UsualHours['usualShares'],
): Promise<FoundWeather[]> {
  const weather = anomalies.filter(({ classification }) => classification === 'weather_event');
  const groups = coherent(passages)
    .filter(({ members }) => isEvent(members))
    .map((group) => ({ ...group, anomalyIds: [] as string[] }));
  // What a storm brought goes again: that is the same event, and not told beside it.
  const single = groups.filter((one) => !groups.some((earlier) => isReturn(one.members, earlier.members)));
  const usual = await usualShares(single.flatMap(({ members }) => members));
  const told = single.filter(({ members }) => {
    const left = unusual(members, usual);
    return isEvent(left) && left.length >= LEAST_UNUSUAL * members.length;
  });
  for (const anomaly of [...weather].sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1))) {
    let nearest: (typeof told)[number] | null = null;
    let least = BELONGS_WITHIN;
    for (const one of told) {
      const passage = one.members.find(({ station }) => station === anomaly.station);
      const off = passage === undefined ? Number.POSITIVE_INFINITY : Math.abs(passage.time - anomaly.time);
      if (off > least || (off === least && nearest !== null)) continue;
      nearest = one;
      least = off;
    }
    nearest?.anomalyIds.push(anomaly.id);
  }
  const found = told.map(({ members, newest, anomalyIds }) => {
    const settles = newest + LONGEST_WAY + KNOWN_AFTER;
    return { event: eventOf(members, anomalyIds, settles + context.settledAfter <= context.until, context), settles };
  });
  return found.sort(({ event: a }, { event: b }) => a.start - b.start || (a.id < b.id ? -1 : 1));
}

/** The strongest passage of each station, the first of equal ones; by time, then station. */
function strongestOf(group: readonly Passage[]): Passage[] {
  const strongest = new Map<string, Passage>();
  for (const passage of group) {
    const before = strongest.get(passage.station);
    if (before === undefined || sizeOf(passage.sizes) > sizeOf(before.sizes)) strongest.set(passage.station, passage);
  }
  return [...strongest.values()].sort(byTime);
}

/** The passages of one front or storm, one a station, and the newest slot of all that are linked with them. */
interface Coherent {
  readonly members: readonly Passage[];
  readonly newest: number;
}

/**
 * The passages of each front or storm: of those that are linked the most that one straight front explains, then
 * of the rest. None where that is not most of what happens around: the time of day, or weather without an order.
 */
function coherent(passages: readonly Passage[]): Coherent[] {
  return linkedPassages(passages).flatMap((group) => {
    const newest = group.reduce((latest, { slot }) => Math.max(latest, slot), Number.NEGATIVE_INFINITY);
    const slow = group.map(({ apart }) => (apart > LEVEL_SLOTS + 1 ? apart / SLOTS_PER_HOUR : 0));
    const hours = Math.max(COHERENT_HOURS, ...slow);
    const weights = group.map(({ sizes }) => Math.min(LARGEST_SIZE, sizeOf(sizes)));
    const found = alignedPassages(placedTimes(group), weights, { hours, around: AROUND_HOURS });
    if (found.passages.length < LEAST_COHERENT * found.around) return [];
    const kept = new Set(found.passages.map((k) => group[k]));
    const members = strongestOf([...kept]);
    const rest = coherent(
      group.filter((passage) => !kept.has(passage) && !members.some((one) => isPart(passage, one))),
    );
    return [{ members, newest }, ...rest.map(({ members }) => ({ members, newest }))];
  });
}

/** Whether a passage is the beginning of a slow one over the same station, which was measured over its time too. */
function isPart(passage: Passage, slow: Passage): boolean {
  const before = slow.slot - passage.slot;
  const isWithin = passage.station === slow.station && before > 0 && before < slow.apart;
  return isWithin && likeness(passage.sizes, slow.sizes) > 0;
}

/** Whether passages, one a station, have evidence enough: two stations at least, and changes larger than the least. */
function isEvent(members: readonly Passage[]): boolean {
  if (members.length < 2) return false;
  const evidence = members.reduce((sum, { sizes }) => sum + Math.min(LARGEST_SIZE, sizeOf(sizes)) - LEAST_SIZE, 0);
  return evidence >= Math.max(LEAST_EVIDENCE, LEAST_MEAN * members.length);
}

/** Some passages by what of them is not usual at their hour: without those of which less than the least change is left. */
function unusual(members: readonly Passage[], usual: ReadonlyMap<Passage, number>): Passage[] {
  return members.flatMap((passage) => {
    const sizes = passage.sizes.map((size) => size * (1 - (usual.get(passage) ?? 0)));
    return sizeOf(sizes) < LEAST_SIZE ? [] : [{ ...passage, sizes }];
  });
}

/** Whether most stations of some passages only undo what an earlier passage did there. */
function isReturn(members: readonly Passage[], earlier: readonly Passage[]): boolean {
  if (members === earlier) return false;
  const before = new Map(earlier.map((passage) => [passage.station, passage]));
  const back = members.filter((passage) => {
    const other = before.get(passage.station);
    const late = other === undefined ? 0 : passage.time - other.time;
    return other !== undefined && late > 0 && late <= RETURNS_WITHIN && undoneShare(passage, other) >= UNDONE;
  });
  return back.length * 2 >= members.length;
}

/** Share of a change in variables that had changed the other way before. */
function undoneShare({ sizes }: Passage, earlier: Passage): number {
  let undone = 0;
  for (const [v, size] of sizes.entries()) {
    if (size * earlier.sizes[v] < 0 && Math.abs(earlier.sizes[v]) >= CHANGED) undone += size * size;
  }
  return undone / sizeOf(sizes) ** 2;
}

function eventOf(
  members: readonly Passage[],
  anomalyIds: readonly string[],
  isSettled: boolean,
  { network, identity }: WeatherContext,
): WeatherEvent {
  const stations = members.map(toldOf);
  const [first] = stations;
  const start = first.time;
  const end = stations[stations.length - 1].time;
  const placed = placedTimes(members);
  const crossing = crossingOf(placed);
  const motion = crossing?.motion ?? null;
  const around = stationsAround(members);
  const kind = kindOf(members, placed, around);
  const changes = mediansOf(stations);
  const facts = {
    ...{ kind, start, end, stations, changes, motion, anomalyIds },
    state: isSettled ? ('settled' as const) : ('provisional' as const),
  };
  return {
    id: weatherEventId(network, first.station, start, `${identity}|weather@${WEATHER_VERSION}`),
    network,
    ...facts,
    reason: weatherReason({ ...facts, crossing, stations: stations.length, around, within: withinOf(members) }),
    configuration: identity,
    version: createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16),
  };
}

/** Within how long each station changed [min]. */
function withinOf(members: readonly Passage[]): number {
  return members.reduce((longest, { apart }) => Math.max(longest, (apart * SLOT_MS) / 60_000), 0);
}

function toldOf({ station, stationName, time, changes, sizes }: Passage): EventStation {
  const told = VARIABLES.flatMap((variable, v) =>
    Math.abs(sizes[v]) >= CHANGED ? [[variable, changes[v]] as const] : [],
  );
  return { station, stationName, time, changes: Object.fromEntries(told) };
}

/** Medians over the stations where a variable changed, of the variables that did at half of them. */
function mediansOf(stations: readonly EventStation[]): WeatherChanges {
  const medians = VARIABLES.flatMap((variable) => {
    const known = stations.flatMap(({ changes }) => changes[variable] ?? []);
    return known.length * 2 < stations.length ? [] : [[variable, middle(known)] as const];
  });
  return Object.fromEntries(medians);
}

/** Places on a plane around their middle: nothing that is told together is far enough apart for the globe to matter. */
function placedTimes(members: readonly Passage[]): PlacedTime[] {
  const [origin] = members;
  const shrink = Math.cos((origin.latitude * Math.PI) / 180);
  return members.map(({ latitude, longitude, time, apart }) => {
    const slots = apart > LEVEL_SLOTS + 1 ? apart : 1;
    return {
      east: (((((longitude - origin.longitude + 540) % 360) + 360) % 360) - 180) * shrink * KM_PER_DEGREE,
      north: (latitude - origin.latitude) * KM_PER_DEGREE,
      hours: (time - (slots / 2) * SLOT_MS - origin.time) / 3_600_000,
      within: Math.min(SLOTS_PER_HOUR, slots) / SLOTS_PER_HOUR,
    };
  });
}

/** A front goes far, and most of the stations on its way show it: those that reported among the neighbours of its stations. */
function kindOf(members: readonly Passage[], placed: readonly PlacedTime[], around: number): WeatherEventKind {
  const { km, stations, share } = FRONT;
  if (members.length < stations) return 'storm';
  let longest = 0;
  for (const a of placed) {
    for (const b of placed) longest = Math.max(longest, Math.hypot(a.east - b.east, a.north - b.north));
  }
  return longest >= km && members.length >= share * around ? 'front' : 'storm';
}

/** Stations of an event and those that reported among their neighbours. */
function stationsAround(members: readonly Passage[]): number {
  const around = new Set(members.flatMap(({ asked }) => asked.map((one) => one.station)));
  for (const { station } of members) around.add(station);
  return around.size;
}
