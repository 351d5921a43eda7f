import { SLOT_MS, SLOTS_PER_HOUR } from '../../schemas/time.ts';
import { likeness, type Passage } from './passage.ts';

/** Slower than this no front or storm moves [km/h]. */
const SLOWEST = 15;
/** Passages may be told of so much too late or too early [min]; of stations that report less often by a report. */
const UNSURE_MINUTES = 20;
/** Farther apart in time than this nothing is the same passage on its way from neighbour to neighbour [slots]. */
export const LONGEST_WAY = SLOTS_PER_HOUR + 3;
/** Changes this alike are of the same weather: half of what they have in common (cosine). */
const LEAST_LIKENESS = 0.5;
/** Of the neighbours up to one this share shows the change too, where the two are linked. */
const LEAST_SHARE = 0.5;

/**
 * The passages that are of one event each. Two are linked where they are alike, near enough in time for what moves with a
 * plausible speed, and where at least half of the neighbours up to the farther one show the same: what skips stations is
 * none. What links reach may be one event.
 *
 * @param passages of the stations of one network, in any order
 * @returns by time, then station, each with two stations or more; the events by their first passages
 */
export function linkedPassages(passages: readonly Passage[]): Passage[][] {
  const inOrder = [...passages].sort(byTime);
  const ofStation = new Map<string, Passage[]>();
  for (const passage of inOrder) {
    const own = ofStation.get(passage.station);
    if (own === undefined) ofStation.set(passage.station, [passage]);
    else own.push(passage);
  }
  const firsts = new Map<Passage, Passage>();
  for (const passage of inOrder) {
    for (const other of linkedTo(passage, ofStation)) join(firsts, passage, other);
  }
  const groups = new Map<Passage, Passage[]>();
  for (const passage of inOrder) {
    const first = firstOf(firsts, passage);
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [passage]);
    else group.push(passage);
  }
  return [...groups.values()].filter((group) => group.some(({ station }) => station !== group[0].station));
}

/** In the order of time, then station. */
export function byTime(a: Passage, b: Passage): number {
  return a.time - b.time || (a.station < b.station ? -1 : 1);
}

function linkedTo(passage: Passage, ofStation: ReadonlyMap<string, readonly Passage[]>): Passage[] {
  const linked: Passage[] = [];
  let showing = 0;
  for (const [k, { station, km }] of passage.asked.entries()) {
    const same = nearestOf(passage, ofStation.get(station) ?? [], km);
    if (same === null) continue;
    showing++;
    if (showing >= LEAST_SHARE * (k + 1)) linked.push(same);
  }
  return linked;
}

/** The passage of a neighbour that is of the same weather, the one nearest in time; null where it shows none. */
function nearestOf(passage: Passage, others: readonly Passage[], km: number): Passage | null {
  let nearest: Passage | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of others) {
    const late = Math.abs(other.time - passage.time);
    if (late >= least || late > longestWay(passage, other, km)) continue;
    if (likeness(passage.sizes, other.sizes) < LEAST_LIKENESS) continue;
    nearest = other;
    least = late;
  }
  return nearest;
}

/** What a front may take from one station to another [ms]. */
function longestWay(a: Passage, b: Passage, km: number): number {
  const unsure = Math.max(
    UNSURE_MINUTES * 60_000,
    a.apart > 4 || b.apart > 4 ? SLOT_MS * Math.max(a.apart, b.apart) : 0,
  );
  return Math.min(LONGEST_WAY * SLOT_MS, unsure + (km / SLOWEST) * 3_600_000);
}

function firstOf(firsts: Map<Passage, Passage>, passage: Passage): Passage {
  let first = passage;
  for (let next = firsts.get(first); next !== undefined; next = firsts.get(first)) first = next;
  return first;
}

function join(firsts: Map<Passage, Passage>, a: Passage, b: Passage): void {
  const [one, other] = [firstOf(firsts, a), firstOf(firsts, b)];
  if (one === other) return;
  if (byTime(one, other) < 0) firsts.set(other, one);
  else firsts.set(one, other);
}
