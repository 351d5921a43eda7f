import { settledBy } from '../../detectors/network/judgement-plan.ts';
import type { Passage } from '../../detectors/weather/passage.ts';
import { KNOWN_AFTER } from '../../detectors/weather/passage-finder.ts';
import { soundPassages } from '../../detectors/weather/sound-passages.ts';
import { LEVEL_SLOTS } from '../../detectors/weather/station-change.ts';
import { UsualHours } from '../../detectors/weather/usual-hours.ts';
import { findWeather } from '../../detectors/weather/weather-events.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../schemas/time.ts';
import type { ToldWeatherEvent, WeatherEvent } from '../../schemas/weather-event.ts';
import { everyPage } from '../stores/every-page.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import type { WeatherEventStore } from '../stores/roles/weather-event-store.ts';
import type { JudgedUntil } from '../stores/time-series-store.ts';
import { awaitStored } from './await-stored.ts';
import { SettledWatch, type SettledWatchDependencies } from './settled-watch.ts';
import { type PassageLookDependencies, readPassages } from './weather-look.ts';

/** What it works with. */
export interface WeatherWatchDependencies extends SettledWatchDependencies {
  readonly store: PassageLookDependencies['store'] &
    SettledWatchDependencies['store'] &
    Pick<ObservationStore, 'extent'> &
    Pick<FaultStore, 'faultsOver'> &
    Pick<VerdictStore, 'anomalies'> &
    Pick<WeatherEventStore, 'weatherEvents'>;
}

/** How often it is looked what passed since [ms]. */
const EVERY_MS = 60_000;
/** Where nobody looked before, events are told that settled so long before or later [slots]. */
const LOOKED_BACK = SLOTS_PER_DAY;
/** Events are told by the passages of a day: what is linked for longer than that is cut [slots]. */
const TOLD_BY = SLOTS_PER_DAY;
/** Verdicts that are read at once. */
const PAGE = 1_000;

/** How far a network was looked at. */
interface Looked {
  /** Slot up to which everything was settled: what settles later is told. */
  readonly slot: number;
  /** First slot at which something may pass. */
  readonly begin: number;
  /** Passages of the day before that no later report changes; null where they have to be sought. */
  readonly passages: readonly Passage[] | null;
  /** What is usual of the passages of its events. */
  readonly usual: ReadonlyMap<string, number>;
  /** What was told last of each event, by id, of those that may be found again. */
  readonly told: ReadonlyMap<string, ToldWeatherEvent>;
}

/**
 * Tells the weather events of all networks that are judged, by what is stored: while they may still change, again where they
 * did, and once more when nothing that comes in time can change them. An event that was told and is none is withdrawn. The
 * settled ones are found hour after hour, so that it is nothing to them when it was looked, or by whom.
 */
export class WeatherWatch extends SettledWatch<WeatherWatchDependencies> {
  readonly #looked = new Map<string, Looked>();

  constructor(parts: WeatherWatchDependencies) {
    super(parts, { everyMs: EVERY_MS, failing: 'weather events cannot be looked for' });
  }

  protected async lookAt(mark: JudgedUntil, signal: AbortSignal): Promise<void> {
    const looked = this.#looked.get(mark.network) ?? (await this.#begin(mark, signal));
    if (looked !== null && looked.slot < mark.slot) await this.#goOn(mark, looked, signal);
  }

  /** Where a network is begun with; null where nothing of it is stored. */
  async #begin({ network, slot }: JudgedUntil, signal: AbortSignal): Promise<Looked | null> {
    const { log, store } = this.parts;
    const extent = await store.extent(network);
    if (extent === null) return null;
    // What a predecessor told is not told again.
    await awaitStored({ log, stopping: signal }, ['weather-events']);
    const from = slot - LOOKED_BACK;
    const begin = Math.max(slotOf(extent.first) + LEVEL_SLOTS, from - TOLD_BY);
    const told = await store.weatherEvents(network, timeOfSlot(begin), timeOfSlot(this.#reachedBy(slot)));
    return {
      slot: from,
      begin,
      passages: null,
      usual: new Map(),
      told: new Map(told.map((event) => [event.id, event])),
    };
  }

  async #goOn({ network, slot }: JudgedUntil, looked: Looked, signal: AbortSignal): Promise<void> {
    const { log, store, plan } = this.parts;
    await awaitStored({ log, stopping: signal }, ['observations', 'anomalies', 'faults', 'baselines']);
    const stations = await this.stationsOf(network);
    const from = looked.passages === null ? looked.begin : Math.max(looked.begin, looked.slot + 1 - KNOWN_AFTER);
    const until = this.#reachedBy(slot);
    const read = await readPassages({ store, plan, stations, signal }, from, until, looked.begin);
    const [first, last] = [timeOfSlot(from - TOLD_BY) - SLOT_MS / 2, timeOfSlot(until) + SLOT_MS / 2];
    const anomalies = await this.#anomalies(network, first, last);
    const faults = await store.faultsOver(network, first, last);
    const passages = [...(looked.passages ?? []), ...read];
    const sound = soundPassages(passages, faults, anomalies);
    const context = { network, identity: plan.identity, settledAfter: -settledBy(plan, 0) };
    const reports = async function* (begin: number, end: number, wants: (station: string) => boolean) {
      for await (const batch of store.windowReports(network, begin, end, { wants })) {
        signal.throwIfAborted();
        yield batch;
      }
    };
    const usual = new UsualHours({ stations, reports }, looked.usual);
    const found = (by: number, end: number) =>
      findWeather(
        sound.filter((passage) => passage.slot > by - TOLD_BY && passage.slot <= end),
        anomalies,
        { ...context, until: this.#reachedBy(by) },
        (asked) => usual.usualShares(asked),
      );
    const settled = new Map<string, WeatherEvent>();
    const firstHour = SLOTS_PER_HOUR * (Math.floor(looked.slot / SLOTS_PER_HOUR) + 1);
    for (let hour = firstHour; hour <= slot; hour += SLOTS_PER_HOUR) {
      for (const { event, settles } of await found(hour, hour - KNOWN_AFTER)) {
        if (settles > hour - SLOTS_PER_HOUR && settles <= hour) settled.set(event.id, event);
      }
    }
    const now = (await found(slot, until)).map(({ event }) => event);
    const told = await this.#tell(looked.told, settled, now);
    this.#looked.set(network, {
      slot,
      begin: looked.begin,
      passages: passages.filter((one) => one.slot > slot - TOLD_BY && one.slot <= slot - KNOWN_AFTER),
      usual: usual.shares,
      told: new Map([...told].filter(([, { end }]) => slotOf(end) > slot - 2 * TOLD_BY)),
    });
  }

  /**
   * Publishes what was not told before.
   *
   * @param settled those that settled since, and `now` those that are known now
   * @returns what is told now
   */
  async #tell(
    before: ReadonlyMap<string, ToldWeatherEvent>,
    settled: ReadonlyMap<string, WeatherEvent>,
    now: readonly WeatherEvent[],
  ): Promise<Map<string, ToldWeatherEvent>> {
    const found = new Set([...settled.keys(), ...now.map(({ id }) => id)]);
    const open = now.filter(({ id, state }) => state === 'provisional' && !settled.has(id));
    const news: ToldWeatherEvent[] = [];
    for (const event of [...settled.values(), ...open]) {
      const { version, state } = before.get(event.id) ?? {};
      if (version === event.version && state === event.state) continue;
      // What has settled stays, though part of it is no longer looked at.
      if (state === 'settled' && event.state === 'provisional') continue;
      news.push({ ...event, judged: this.#judged(before.get(event.id)) });
    }
    for (const event of before.values()) {
      if (event.state !== 'provisional' || found.has(event.id)) continue;
      news.push({ ...event, state: 'withdrawn', judged: this.#judged(event) });
    }
    const records = news.map((value) => ({ key: value.network, value }));
    if (records.length > 0) await this.parts.log.publish('weather-events', records);
    return new Map([...before, ...news.map((event) => [event.id, event] as const)]);
  }

  /** When an event is told: after it was told before, whatever the clock says. */
  #judged(before: ToldWeatherEvent | undefined): number {
    return Math.max(this.parts.now(), (before?.judged ?? 0) + 1);
  }

  /** Slot that a network had reached when everything up to one was settled. */
  #reachedBy(settled: number): number {
    return settled - settledBy(this.parts.plan, 0);
  }

  async #anomalies(network: string, from: number, to: number): Promise<Anomaly[]> {
    const anomalies: Anomaly[] = [];
    const query = { network, from, to, revisions: false, limit: PAGE } as const;
    for await (const page of everyPage((place) => this.parts.store.anomalies({ ...query, ...place }))) {
      anomalies.push(...page.filter(({ classification }) => classification !== 'suspected'));
    }
    return anomalies;
  }
}
