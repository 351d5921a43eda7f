import type {
  Fault,
  FaultRecord,
  FaultValue,
  FaultVersion,
  SensorCondition,
  StoredSensors,
} from '../../schemas/fault.ts';
import { slotOf } from '../../schemas/time.ts';
import { isVariable, VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import { AnewLevels } from '../rules/anew-levels.ts';
import type { TimedWindows } from '../windows/windows-between.ts';
import type { NamedReport } from './fault-course.ts';
import { contentOfFold, type FoldContent, restoreFold } from './fold-content.ts';
import type { Condition, OpenFault } from './open-fault.ts';
import { type EndedFault, type FoldDependencies, SensorFold } from './sensor-fold.ts';
import { type FaultPlace, toldFault, toldId, valuesOfSlot } from './told-fault.ts';
import { WordsOnFaults } from './words-on-faults.ts';

/** What was last told of a fault, and of its values by their times. */
interface Told {
  readonly fault: Fault;
  readonly values: Map<number, FaultValue>;
}

/** What is known of a sensor. */
interface Sensor {
  /** By final verdicts. */
  readonly settled: SensorFold;
  /** By what is known of the slots since; null until somebody asks. */
  ahead: SensorFold | null;
  aheadUntil: number;
  /** Device failures of those slots, and what each slot said of the sensor. */
  readonly tail: Map<number, readonly NamedReport[]>;
  readonly looks: Map<number, Condition | null>;
  /** True where `ahead` rests on something that has changed. */
  stale: boolean;
  /** True where more is known than was told. */
  changed: boolean;
  /** True where it was asked about a slot of which neighbours may not have reported yet. */
  early: boolean;
  /** By the times of the reports that the faults were named by. */
  readonly told: Map<number, Told>;
}

/** What is settled is at most so many slots behind: those before are not asked ahead of it. */
const LONGEST_TAIL = 64;

/**
 * The faults of the sensors of one network. What is settled is a fold over final verdicts, equal wherever it is made; ahead
 * of that stands what is known of the slots since, which may change with them.
 */
export class NetworkFaults {
  readonly #dependencies: FoldDependencies;
  readonly #place: FaultPlace;
  readonly #words: WordsOnFaults;
  readonly #windows: TimedWindows;
  readonly #sensors = new Map<number, Sensor>();
  #settledUntil = Number.NEGATIVE_INFINITY;
  /** What conditions were last told of. */
  #toldUntil = Number.NEGATIVE_INFINITY;
  /** Nothing is told until it was looked at the sensors up to here: a predecessor knew more. */
  #silentUntil = Number.NEGATIVE_INFINITY;

  constructor(dependencies: FoldDependencies, place: FaultPlace) {
    this.#dependencies = { ...dependencies, levels: new AnewLevels(dependencies.levels, place.stations) };
    this.#place = place;
    this.#words = new WordsOnFaults(place);
    this.#windows = dependencies.windows;
  }

  /** Key of a sensor. @param variable index into VARIABLES */
  static keyOf(station: number, variable: number): number {
    return station * VARIABLES.length + variable;
  }

  /** Slot up to which verdicts have been final; -Infinity before the first. */
  get settledUntil(): number {
    return this.#settledUntil;
  }

  /** True where no sensor has a fault or had one lately. */
  get isQuiet(): boolean {
    return this.#sensors.size === 0;
  }

  /**
   * Takes the verdicts of the next slot, which are final.
   *
   * @param failures device failures among them, by sensor
   * @returns what the slot says of the sensors that have or had a fault, by sensor
   */
  settle(slot: number, failures: ReadonlyMap<number, readonly NamedReport[]>): ReadonlyMap<number, Condition | null> {
    const looks = new Map<number, Condition | null>();
    for (const key of failures.keys()) this.#sensorOf(key);
    for (const [key, sensor] of this.#sensors) {
      const named = failures.get(key) ?? [];
      const look = sensor.settled.take(slot, named);
      looks.set(key, look);
      const foreseen = sensor.looks.get(slot) ?? null;
      if (foreseen !== look || !sameReports(sensor.tail.get(slot) ?? [], named)) sensor.stale = true;
      sensor.tail.delete(slot);
      sensor.looks.delete(slot);
      sensor.changed = true;
    }
    this.#settledUntil = slot;
    this.#silentUntil = Number.NEGATIVE_INFINITY;
    return looks;
  }

  /** Nothing was reported of the slots up to one. */
  skipTo(slot: number): void {
    if (slot <= this.#settledUntil) return;
    this.#settledUntil = slot;
    this.#silentUntil = Number.NEGATIVE_INFINITY;
  }

  /**
   * Takes what is known of a report that is not settled.
   *
   * @param time of the report, ms since the epoch
   * @param named null where its value is no device failure by its verdict, which may change
   * @returns what its slot says of the sensor
   */
  note(key: number, slot: number, time: number, named: NamedReport | null): Condition | null {
    const known = this.#sensors.get(key);
    if (known === undefined && named === null) return null;
    const sensor = known ?? this.#sensorOf(key);
    const before = sensor.tail.get(slot) ?? [];
    const others = before.filter((report) => report.time !== time);
    if (named !== null || others.length < before.length) {
      const failures = named === null ? others : [...others, named].sort((a, b) => a.time - b.time);
      sensor.tail.set(slot, failures);
      sensor.stale ||= !sameReports(before, failures);
    }
    sensor.early ||= slot > sensor.aheadUntil;
    this.#reach(sensor, Math.max(slot, sensor.aheadUntil));
    return sensor.looks.get(slot) ?? null;
  }

  /** Looks at every sensor that has a fault up to a slot, by what is known. */
  reach(slot: number): void {
    if (slot >= this.#silentUntil) this.#silentUntil = Number.NEGATIVE_INFINITY;
    for (const sensor of this.#sensors.values()) {
      sensor.stale ||= sensor.early;
      sensor.early = false;
      this.#reach(sensor, Math.max(slot, sensor.aheadUntil));
    }
  }

  /** What is new of the faults since it was last asked for. */
  drain(): FaultVersion[] {
    if (this.#silentUntil > Number.NEGATIVE_INFINITY) return [];
    const versions: FaultVersion[] = [];
    for (const [key, sensor] of this.#sensors) {
      if (!sensor.changed) continue;
      sensor.changed = false;
      this.#tell(sensor, versions);
      sensor.settled.forget(this.#settledUntil);
      sensor.ahead?.forget(this.#settledUntil);
      const isOver = sensor.settled.isSound && sensor.tail.size === 0 && (sensor.ahead?.isSound ?? true);
      if (isOver && sensor.told.size === 0) this.#sensors.delete(key);
    }
    return versions;
  }

  /** What is new of the faults, and the conditions of sensors where more is settled than was told of. */
  news(): FaultRecord[] {
    const versions = this.drain();
    if (this.#settledUntil === this.#toldUntil) return versions;
    this.#toldUntil = this.#settledUntil;
    return [...versions, ...this.#conditions()];
  }

  /** What a successor goes on with where everything up to `#settledUntil` is settled. */
  #conditions(): SensorCondition[] {
    const { stations } = this.#place;
    return Array.from(this.#sensors.values(), ({ settled }) => ({
      kind: 'condition',
      network: stations.network,
      station: stations.ids[settled.station],
      variable: VARIABLES[settled.variable],
      slot: this.#settledUntil,
      content: contentOfFold(settled, (fault) => toldId(fault, this.#place)),
    }));
  }

  /**
   * Goes on where a predecessor had come to. Nothing is told before as much is known as it knew.
   *
   * @param slot up to which everything was settled, `reached` the newest that it had looked at
   */
  restore({ conditions, told }: StoredSensors, slot: number, reached: number): void {
    const { stations } = this.#place;
    const keyOf = ({ station, variable }: Pick<Fault, 'station' | 'variable'>) =>
      NetworkFaults.keyOf(stations.indexOf(station), VARIABLE_INDEX[variable]);
    this.#sensors.clear();
    // An element may be kept no longer: what is known of its sensors stays with the store.
    for (const condition of conditions.filter(({ variable }) => isVariable(variable))) {
      const content = JSON.parse(condition.content) as FoldContent;
      restoreFold(this.#sensorOf(keyOf(condition)).settled, content, (id) => stations.indexOf(id));
    }
    for (const { fault, values } of told.filter(({ fault: { variable } }) => isVariable(variable))) {
      // One that was settled by then without a condition is of a time of which nothing is kept.
      if (slotOf(fault.named) <= slot && !this.#sensors.has(keyOf(fault))) continue;
      const known = new Map(values.map((value) => [value.time, value]));
      this.#sensorOf(keyOf(fault)).told.set(fault.named, { fault, values: known });
    }
    this.#settledUntil = slot;
    this.#toldUntil = slot;
    this.#silentUntil = reached;
  }

  #sensorOf(key: number): Sensor {
    let sensor = this.#sensors.get(key);
    if (sensor === undefined) {
      const [station, variable] = [Math.floor(key / VARIABLES.length), key % VARIABLES.length];
      const settled = new SensorFold(this.#dependencies, station, variable, this.#words);
      sensor = {
        settled,
        ahead: null,
        aheadUntil: Number.NEGATIVE_INFINITY,
        tail: new Map(),
        looks: new Map(),
        stale: false,
        changed: true,
        early: false,
        told: new Map(),
      };
      this.#sensors.set(key, sensor);
    }
    return sensor;
  }

  /** Brings what is known ahead of the settled up to a slot. */
  #reach(sensor: Sensor, slot: number): void {
    const isUndecided = sensor.ahead !== null && sensor.aheadUntil < sensor.ahead.undecidedUntil;
    if (sensor.ahead === null || sensor.stale || (isUndecided && slot > sensor.aheadUntil)) {
      sensor.ahead = sensor.settled.clone();
      sensor.aheadUntil = Math.max(this.#settledUntil, slot - LONGEST_TAIL);
      sensor.looks.clear();
      sensor.stale = false;
      sensor.changed = true;
    }
    if (slot > sensor.aheadUntil) sensor.changed = true;
    for (let at = sensor.aheadUntil + 1; at <= slot; at++) {
      sensor.looks.set(at, sensor.ahead.take(at, sensor.tail.get(at) ?? []));
    }
    sensor.aheadUntil = Math.max(sensor.aheadUntil, slot);
  }

  #tell(sensor: Sensor, versions: FaultVersion[]): void {
    const { settled, told } = sensor;
    const current = sensor.ahead ?? settled;
    // What is known now goes before what was settled: a fault that had ended may have gone on since.
    const ended = [...settled.ended, ...current.ended];
    const shown = new Set([current.open, ...ended.map(({ fault }) => fault)].map((fault) => fault?.onset.named.time));
    const news = this.#newsOfValues(sensor, shown);
    const found = new Set<number>();
    const tell = (fault: OpenFault, recovered: EndedFault['recovered'] | null) => {
      const named = fault.onset.named.time;
      if (found.has(named)) return;
      found.add(named);
      const isSettled = recovered !== null && settled.isOver(recovered, this.#settledUntil);
      const version = toldFault(fault, recovered, isSettled ? 'settled' : 'provisional', this.#place);
      const values = [...(news.get(named)?.values() ?? [])];
      const before = told.get(named);
      if (values.length > 0 || before?.fault.version !== version.version) versions.push(versionOf(version, values));
      if (isSettled) told.delete(named);
      else told.set(named, { fault: version, values: before?.values ?? new Map<number, FaultValue>(news.get(named)) });
    };
    if (current.open !== null) tell(current.open, null);
    for (const { fault, recovered } of ended) tell(fault, recovered);
    for (const [named, { fault }] of told) {
      if (found.has(named)) continue;
      told.delete(named);
      versions.push(versionOf({ ...fault, state: 'withdrawn', judged: this.#place.now() }, []));
    }
  }

  /**
   * What was not said so before of values under faults, by the keys of `told` and the values' times: the last word is settled.
   *
   * @param shown those that are told of now, by the same keys: what was looked at under others is told when they are
   */
  #newsOfValues(
    { settled, ahead, told }: Sensor,
    shown: ReadonlySet<number | undefined>,
  ): ReadonlyMap<number, ReadonlyMap<number, FaultValue>> {
    const news = new Map<number, Map<number, FaultValue>>();
    for (const fold of ahead === null ? [settled] : [ahead, settled]) {
      for (const fault of fold.faults) {
        const named = fault.onset.named.time;
        if (!shown.has(named)) continue;
        const latest = news.get(named) ?? new Map<number, FaultValue>();
        news.set(named, latest);
        const before = told.get(named)?.values ?? new Map<number, FaultValue>();
        for (const look of fault.looked.splice(0)) {
          const under = valuesOfSlot(fault, look, this.#windows);
          if (look.besideLeft !== null) takeBack(look.slot, new Set(under.map(({ time }) => time)), latest, before);
          for (const value of under) latest.set(value.time, value);
        }
      }
    }
    for (const [named, latest] of news) {
      const values = told.get(named)?.values;
      for (const [time, value] of latest) {
        const before = values?.get(time);
        if (before?.flag === value.flag && before.estimate === value.estimate) latest.delete(time);
        values?.set(time, value);
      }
    }
    for (const { values } of told.values()) {
      for (const [time, { slot }] of values) if (slot <= this.#settledUntil) values.delete(time);
    }
    return news;
  }
}

/**
 * Takes back what was found, or told before, of a slot's values that do not lie under the fault after all.
 *
 * @param under times of those that do
 */
function takeBack(
  slot: number,
  under: ReadonlySet<number>,
  latest: Map<number, FaultValue>,
  told: ReadonlyMap<number, FaultValue>,
): void {
  const isTakenBack = (value: FaultValue) => value.slot === slot && !under.has(value.time);
  for (const value of latest.values()) if (isTakenBack(value)) latest.delete(value.time);
  for (const value of told.values()) if (isTakenBack(value)) latest.set(value.time, { ...value, flag: 1 });
}

function versionOf(fault: Fault, values: readonly FaultValue[]): FaultVersion {
  return { kind: 'fault', network: fault.network, station: fault.station, fault, values };
}

function sameReports(some: readonly NamedReport[], others: readonly NamedReport[]): boolean {
  return some.length === others.length && some.every(({ anomalyId }, k) => anomalyId === others[k].anomalyId);
}
