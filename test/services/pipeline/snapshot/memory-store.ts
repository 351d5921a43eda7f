import { isPossible } from '../../../../detectors/checks/gross-range.ts';
import { hasSteps } from '../../../../detectors/relations/gathered-parts.ts';
import { secondsInto } from '../../../../detectors/relations/report-times.ts';
import { rainCountOf, rainIntervalOf } from '../../../../ingest/validation/rain-fields.ts';
import type { Anomaly } from '../../../../schemas/anomaly.ts';
import type { Baseline, OwnDay } from '../../../../schemas/baseline.ts';
import type { Fault, FaultRecord, FaultVersion, SensorCondition } from '../../../../schemas/fault.ts';
import { type Judgement, saysOnlyLate } from '../../../../schemas/judgement.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import type { Station } from '../../../../schemas/station.ts';
import { SLOTS_PER_HOUR, slotOf } from '../../../../schemas/time.ts';
import { VARIABLES } from '../../../../schemas/variables.ts';
import type { ToldWeatherEvent } from '../../../../schemas/weather-event.ts';
import type { DistributedStore, EmbeddedStore } from '../../../../services/pipeline/pipeline-stores.ts';
import { anomalyRank, faultRank, judgementRank } from '../../../../services/stores/clickhouse/ranks.ts';
import type {
  AnomalyQuery,
  FaultQuery,
  HourSums,
  JudgedObservation,
  LastingCondition,
  ObservationBlock,
  ObservationQuery,
  Page,
  PlacedFaultValue,
  ReportScope,
  StorePosition,
  StretchQuery,
} from '../../../../services/stores/time-series-store.ts';
import { blocksOf } from '../../observations/blocks-of-observations.ts';
import { ROOMY } from '../roomy-disk.ts';

interface Row {
  readonly observation: Observation;
  readonly block: number;
}

/** Inserts that have become one with those before a position: they come along with what was stored since. */
const MERGED = 3;

/** What a pipeline asks of a time series, in memory, so that it can be doubled at any moment. */
export class MemoryStore implements EmbeddedStore, DistributedStore {
  #rows: Row[] = [];
  #blocks = 0;
  readonly #stations = new Map<string, Station>();
  readonly judgements = new Map<string, Judgement>();
  readonly verdicts = new Map<string, Anomaly>();
  readonly baselines = new Map<string, Baseline>();
  readonly #settled = new Map<string, number>();
  readonly disk = ROOMY;
  readonly #conditions: SensorCondition[] = [];
  readonly #lasting: LastingCondition[] = [];
  readonly #faults = new Map<string, FaultVersion>();
  readonly #weather = new Map<string, ToldWeatherEvent>();
  /** Tells it from one that was made anew. */
  table = 't';
  /** How often windows were read, all of them and what was stored since, until the pipeline had begun to judge. */
  readonly reads = { all: 0, since: 0 };
  hasBegun = false;

  /** The same store once more: what happens to one from now on is not in the other. */
  doubled(): MemoryStore {
    const other = new MemoryStore();
    other.#rows = [...this.#rows];
    other.#blocks = this.#blocks;
    other.table = this.table;
    for (const [key, value] of this.#stations) other.#stations.set(key, value);
    for (const [key, value] of this.judgements) other.judgements.set(key, value);
    for (const [key, value] of this.verdicts) other.verdicts.set(key, value);
    for (const [key, value] of this.baselines) other.baselines.set(key, value);
    other.#conditions.push(...this.#conditions);
    other.#lasting.push(...this.#lasting);
    for (const [key, value] of this.#faults) other.#faults.set(key, value);
    for (const [key, value] of this.#weather) other.#weather.set(key, value);
    for (const [key, value] of this.#settled) other.#settled.set(key, value);
    return other;
  }

  /** The same as a process leaves it that was killed before it noted that more than up to a slot is settled. */
  killedAt(network: string, slot: number): MemoryStore {
    const other = this.doubled();
    other.#settled.set(network, slot);
    return other;
  }

  async insertFaults(records: readonly FaultRecord[]): Promise<void> {
    for (const record of records) {
      if (record.kind === 'condition') this.#conditions.push(record);
      else this.#takeVersion(record);
    }
  }

  #takeVersion(version: FaultVersion): void {
    const held = this.#faults.get(version.fault.id);
    const values = new Map((held?.values ?? []).map((value) => [value.time, value]));
    for (const value of version.values) values.set(value.time, value);
    const counts = held === undefined || faultRank(held.fault) <= faultRank(version.fault) ? version : held;
    this.#faults.set(version.fault.id, { ...counts, values: [...values.values()] });
  }

  async faults({ state }: FaultQuery): Promise<Page<Fault>> {
    const items = Array.from(this.#faults.values(), ({ fault }) => fault).filter((fault) => fault.state === state);
    return { items, next: null };
  }

  async faultValues(_network: string, from: number, to: number): Promise<PlacedFaultValue[]> {
    return [...this.#faults.values()].flatMap(({ fault, values }) =>
      values
        .filter(({ time }) => time >= from && time <= to)
        .map((value) => ({ ...value, station: fault.station, variable: fault.variable, faultId: fault.id })),
    );
  }

  async sensorConditions(_network: string, slot: number): Promise<SensorCondition[]> {
    return this.#conditions.filter((condition) => condition.slot === slot);
  }

  async faultAnomalies(): Promise<ReadonlyMap<string, readonly string[]>> {
    return new Map(Array.from(this.#faults.values(), ({ fault }) => [fault.id, fault.anomalyIds]));
  }

  async insertWeatherEvents(events: readonly ToldWeatherEvent[]): Promise<void> {
    for (const event of events) {
      const held = this.#weather.get(event.id);
      if (held === undefined || held.judged <= event.judged) this.#weather.set(event.id, event);
    }
  }

  async weatherEvents(network: string, from: number, to: number): Promise<ToldWeatherEvent[]> {
    const over = [...this.#weather.values()].filter(
      (event) => event.network === network && event.start <= to && event.end >= from,
    );
    return over.sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  }

  async weatherEventsJudged(since: number, most: number): Promise<ToldWeatherEvent[]> {
    const told = [...this.#weather.values()].filter(({ judged }) => judged >= since);
    return told.sort((a, b) => a.judged - b.judged || (a.id < b.id ? 1 : -1)).slice(-most);
  }

  async insertStations(stations: readonly Station[]): Promise<void> {
    for (const station of stations) this.#stations.set(station.id, station);
  }

  async insertObservations(observations: readonly Observation[]): Promise<void> {
    this.#blocks++;
    for (const observation of observations) this.#rows.push({ observation, block: this.#blocks });
  }

  async correctedJudgements(): Promise<Judgement[]> {
    return [];
  }

  async insertJudgements(judgements: readonly Judgement[]): Promise<void> {
    for (const judgement of judgements) {
      const key = keyOf(judgement);
      const held = this.judgements.get(key);
      if (held === undefined || judgementRank(held) <= judgementRank(judgement)) this.judgements.set(key, judgement);
    }
  }

  async insertAnomalies(anomalies: readonly Anomaly[]): Promise<void> {
    for (const anomaly of anomalies) {
      const held = this.verdicts.get(anomaly.id);
      if (held === undefined || anomalyRank(held) <= anomalyRank(anomaly)) this.verdicts.set(anomaly.id, anomaly);
    }
  }

  async anomalies({ state, from = 0 }: AnomalyQuery): Promise<Page<Anomaly>> {
    const items = [...this.verdicts.values()].filter((one) => one.state === state && one.time >= from);
    return { items, next: null };
  }

  async insertBaselines(baselines: readonly Baseline[]): Promise<void> {
    for (const baseline of baselines) this.baselines.set(`${baseline.station}|${baseline.day}`, baseline);
  }

  async insertRules(): Promise<void> {}

  async insertDeadLetters(): Promise<void> {}

  async insertJudgedUntil(marks: readonly { readonly network: string; readonly slot: number }[]): Promise<void> {
    for (const { network, slot } of marks)
      this.#settled.set(network, Math.max(slot, this.#settled.get(network) ?? slot));
  }

  async judgedUntil(): Promise<{ network: string; slot: number }[]> {
    return Array.from(this.#settled, ([network, slot]) => ({ network, slot }));
  }

  async networks(): Promise<string[]> {
    return [...new Set([...this.#stations.values()].map(({ network }) => network))];
  }

  async allStations(): Promise<Station[]> {
    return [...this.#stations.values()];
  }

  async stations(): Promise<Page<Station>> {
    return { items: await this.allStations(), next: null };
  }

  async insertLastingConditions(conditions: readonly LastingCondition[]): Promise<void> {
    this.#lasting.push(...conditions);
  }

  async lastingCondition(_network: string, slot: number): Promise<LastingCondition | null> {
    const before = this.#lasting.filter((condition) => condition.slot <= slot);
    return before.sort((a, b) => b.slot - a.slot)[0] ?? null;
  }

  async faultsOver(_network: string, from: number, to: number): Promise<Fault[]> {
    const over = Array.from(this.#faults.values(), ({ fault }) => fault);
    return over.filter(
      ({ state, start, end }) => state !== 'withdrawn' && start <= to && (end === null || end >= from),
    );
  }

  async *hourSums(_network: string, stations: readonly string[], from: number, to: number) {
    const hours = new Map<string, HourSums>();
    const none = () => VARIABLES.map(() => 0);
    for (const { station, time, values } of this.#inTime(this.#rows)) {
      const hour = Math.floor(slotOf(time) / SLOTS_PER_HOUR);
      if (hour < from || hour > to || !stations.includes(station)) continue;
      const found = hours.get(`${station}|${hour}`) ?? {
        ...{
          station,
          hour,
          reports: 0,
          seconds: 0,
          sums: none(),
          counts: none(),
          lows: none(),
          highs: none(),
          impossibleSums: none(),
          impossibleCounts: none(),
        },
      };
      hours.set(`${station}|${hour}`, {
        ...found,
        reports: found.reports + 1,
        seconds: found.seconds + secondsInto(hour, time),
      });
      for (const [v, name] of VARIABLES.entries()) {
        const value = values[name];
        if (value === null) continue;
        const [sums, counts] = isPossible(name, value)
          ? [found.sums as number[], found.counts as number[]]
          : [found.impossibleSums as number[], found.impossibleCounts as number[]];
        const hundredths = Math.round(value * 100);
        if (hasSteps(name) && isPossible(name, value)) {
          const [lows, highs] = [found.lows as number[], found.highs as number[]];
          lows[v] = counts[v] === 0 ? hundredths : Math.min(lows[v], hundredths);
          highs[v] = counts[v] === 0 ? hundredths : Math.max(highs[v], hundredths);
        }
        sums[v] += hundredths;
        counts[v]++;
      }
    }
    yield [...hours.values()];
  }

  observationBlocks({ station, from = 0, to = 0 }: StretchQuery): AsyncIterable<ObservationBlock> {
    const found = this.#newest(this.#rows).filter(
      (one) => one.station === station && one.time >= from && one.time <= to,
    );
    found.sort((a, b) => a.time - b.time);
    return blocksOf(found.map((observation) => ({ observation, assessment: null })));
  }

  async extent(): Promise<{ first: number; last: number } | null> {
    const times = this.#rows.map(({ observation }) => observation.time);
    return times.length === 0 ? null : { first: Math.min(...times), last: Math.max(...times) };
  }

  async observations({ station, from }: ObservationQuery): Promise<Page<JudgedObservation>> {
    const found = this.#newest(this.#rows).filter((one) => one.station === station && one.time === from);
    return { items: found.map((observation) => ({ observation, assessment: null })), next: null };
  }

  async observationsReceived(since: number, most: number): Promise<Observation[]> {
    const found = this.#newest(this.#rows).filter(({ received }) => received >= since);
    return found.sort((a, b) => a.received - b.received).slice(-most);
  }

  async *readObservations(_network: string, from: number, to: number): AsyncGenerator<Observation[]> {
    const found = this.#inTime(this.#rows).filter(({ time }) => time >= from && time <= to);
    yield found.sort((a, b) => slotOf(a.time) - slotOf(b.time));
  }

  async *windowReports(_network: string, low: number, high: number, scope: ReportScope = {}) {
    const block = scope.since?.partitions[0]?.block;
    if (!this.hasBegun) this.reads[block === undefined ? 'all' : 'since']++;
    const rows = block === undefined ? this.#rows : this.#rows.filter((row) => row.block > block - MERGED);
    const found = this.#inTime(rows).filter(({ time }) => slotOf(time) >= low && slotOf(time) <= high);
    found.sort((a, b) => (a.station === b.station ? a.time - b.time : a.station < b.station ? -1 : 1));
    const reports = found.map(({ station, time, values, original }) => ({
      station,
      time,
      values,
      rainCount: rainCountOf(original),
      rainInterval: rainIntervalOf(original),
    }));
    if (reports.length > 0) yield reports;
  }

  async position(): Promise<StorePosition> {
    const partitions = this.#blocks === 0 ? [] : [{ id: 'p', block: this.#blocks, mutation: 0 }];
    return { table: this.table, partitions };
  }

  async countReceived(
    _network: string,
    low: number,
    high: number,
    since: StorePosition,
    after: number,
  ): Promise<number> {
    const [{ block }] = since.partitions;
    return this.#inTime(this.#rows.filter((row) => row.block > block - MERGED)).filter(
      ({ time, received }) => slotOf(time) >= low && slotOf(time) <= high && received > after,
    ).length;
  }

  async baselineDay(_network: string, toDay: number): Promise<number | null> {
    const days = [...this.baselines.values()].map(({ day }) => day).filter((day) => day <= toDay);
    return days.length === 0 ? null : Math.max(...days);
  }

  async *ownDays(_network: string, from: number, to: number): AsyncGenerator<OwnDay[]> {
    yield [...this.baselines.values()].filter(({ day }) => day >= from && day <= to);
  }

  async *ownLevels(network: string, from: number, to: number): AsyncGenerator<OwnDay[]> {
    yield* this.ownDays(network, from, to);
  }

  /** The newest revision of each observation. */
  #newest(rows: readonly Row[]): Observation[] {
    const newest = new Map<string, Observation>();
    for (const { observation } of rows) {
      const held = newest.get(keyOf(observation));
      if (held === undefined || held.received <= observation.received) newest.set(keyOf(observation), observation);
    }
    return [...newest.values()];
  }

  #inTime(rows: readonly Row[]): Observation[] {
    return this.#newest(rows).filter((observation) => {
      const judgement = this.judgements.get(keyOf(observation));
      return judgement === undefined || !saysOnlyLate(judgement);
    });
  }
}

function keyOf({ station, time }: { readonly station: string; readonly time: number }): string {
  return `${station}|${time}`;
}
