import type { Episode } from '../../detectors/episodes/episode.ts';
import { type EpisodeMember, episodeMember } from '../../detectors/episodes/episode-member.ts';
import { foldEpisodes } from '../../detectors/episodes/fold-episodes.ts';
import { joiningSpan } from '../../detectors/episodes/joining-rules.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { stationKey } from '../../schemas/station.ts';
import type { Overlay } from '../experts/overlay.ts';
import { anomalyPages } from '../stores/anomaly-pages.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';

const DAY_MS = 86_400_000;
/** Longest stretch that is asked for, and how far an episode is followed beyond either end of it [days]. */
export const MOST_DAYS = 31;
/** Anomalies that are held for one answer: about 300 bytes each. */
export const MOST_ANOMALIES = 20_000;
/** Anomalies that are read at once, with all their evidence. */
const READ_ROWS = 2_000;

/** Which anomalies are asked for: those of a network and station, or of all, from one time to another [ms], both included. */
export interface EpisodeStretch {
  readonly network?: string;
  readonly station?: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The episodes that have an anomaly in a stretch, whole: what of them lies before or after it is read as well, until the
 * station was silent for longer than anything joins, at most MOST_DAYS away.
 *
 * @param window history that the live stages judge against [ms]
 * @param now up to when anomalies can be known [ms]
 * @param overlay what people say of them: what they call normal is left out
 * @returns by start, then station, then id
 * @throws HalcyonError `invalid_parameter` where the stretch is too long or holds too many anomalies; what the store throws
 */
export async function storedEpisodes(
  store: Pick<VerdictStore, 'anomalies'>,
  stretch: EpisodeStretch,
  window: number,
  now: number,
  overlay: Overlay,
): Promise<Episode[]> {
  const { from, to } = stretch;
  if (to - from > MOST_DAYS * DAY_MS) throw refusal(`from should be at most ${MOST_DAYS} days before to`);
  const reading = new Reading(store, stretch, overlay);
  await reading.read(from, to, () => true);
  const asked = new Set(reading.members.keys());
  const span = joiningSpan(window);

  let oldest = from;
  for (let step = span; oldest > from - MOST_DAYS * DAY_MS; step *= 2) {
    const near = reading.stations((member) => member.time < oldest + span);
    if (near.size === 0) break;
    const low = Math.max(from - MOST_DAYS * DAY_MS, oldest - step);
    await reading.read(low, oldest - 1, (key) => near.has(key));
    oldest = low;
  }
  let newest = to;
  const last = Math.min(now, to + MOST_DAYS * DAY_MS);
  for (let step = span; newest < last; step *= 2) {
    const near = reading.stations((member) => member.time > newest - span);
    if (near.size === 0) break;
    const high = Math.min(last, newest + step);
    await reading.read(newest + 1, high, (key) => near.has(key));
    newest = high;
  }
  const episodes = foldEpisodes(reading.members.values(), { window, until: now });
  return episodes.filter(({ members }) => members.some(({ id }) => asked.has(id)));
}

/** What has been read so far. */
class Reading {
  readonly members = new Map<string, EpisodeMember>();
  readonly #store: Pick<VerdictStore, 'anomalies'>;
  readonly #of: Pick<EpisodeStretch, 'network' | 'station'>;
  readonly #overlay: Overlay;

  constructor(
    store: Pick<VerdictStore, 'anomalies'>,
    { from: _from, to: _to, ...of }: EpisodeStretch,
    overlay: Overlay,
  ) {
    this.#overlay = overlay;
    this.#store = store;
    this.#of = of;
  }

  /** Takes in the anomalies of a time [ms, both included] at the stations that are wanted, by `stationKey`. */
  async read(from: number, to: number, wanted: (key: string) => boolean): Promise<void> {
    for await (const page of anomalyPages(this.#store, { ...this.#of, from, to }, READ_ROWS)) {
      for (const anomaly of page) {
        if (this.#overlay.hides(anomaly) || !wanted(stationKey(anomaly.network, anomaly.station))) continue;
        this.members.set(anomaly.id, episodeMember(this.#overlay.reclassified(anomaly)));
      }
      if (this.members.size > MOST_ANOMALIES) {
        throw refusal(
          `from and to hold more than ${MOST_ANOMALIES} anomalies: ask for a shorter stretch, one network or one station`,
        );
      }
    }
  }

  /** Keys of the stations that have such an anomaly. */
  stations(has: (member: EpisodeMember) => boolean): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const member of this.members.values()) if (has(member)) keys.add(stationKey(member.network, member.station));
    return keys;
  }
}

function refusal(msg: string): HalcyonError {
  return new HalcyonError('invalid_parameter', `${msg}.`, {
    problems: [{ loc: ['query', 'from'], msg, type: 'value_error' }],
  });
}
