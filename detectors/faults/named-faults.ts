import type { Fault } from '../../schemas/fault.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { dayHeating, heatingEvidence, isOffByNight } from '../relations/day-heating.ts';
import { PARTS_PER_DAY } from '../relations/day-parts.ts';
import { ceilingEvidence, humidityCeiling } from '../relations/humidity-ceiling.ts';
import { LOOKED_EVERY } from '../relations/lasting-change.ts';
import { LOOK_REACH } from '../relations/look-reach.ts';
import {
  asToldNow,
  type DayHeating,
  type NamedCondition,
  type NamedQuestion,
  type OddUnit,
  type Swap,
} from '../relations/named-condition.ts';
import { isDoubtful, oddUnit, unitEvidence, unitSince } from '../relations/odd-unit.ts';
import { isWorthALook, type Standing, standingOf, swapEvidence, swapOf } from '../relations/swapped-stations.ts';
import { isRelated, LEARNT_PARTS } from '../relations/usual-relation.ts';
import { isShared } from '../relations/usual-share.ts';
import {
  firstAfter,
  type LastingDependencies,
  meansWithout,
  type PartSpan,
  sensorOf,
  spansKnownBy,
  spansOverBy,
} from './lasting-dependencies.ts';
import { type EvidenceOf, NamedFault, type NamedFaultState } from './named-fault.ts';
import type { ResentRecords } from './resent-records.ts';
import type { FaultPlace } from './told-fault.ts';
import type { Recovery } from './told-lasting.ts';
import { toldNamed } from './told-named.ts';

/** A fault of a sensor, or of all sensors of a station where `variable` is null. */
interface Placed {
  readonly station: number;
  readonly variable: number | null;
  readonly fault: NamedFault;
  /** null while it holds. */
  recovered: Recovery | null;
  /** True where its end was told. */
  isOver: boolean;
}

/** The same for a successor: plain JSON. */
export interface NamedPlace extends Omit<Placed, 'station' | 'fault'> {
  readonly station: string;
  readonly state: NamedFaultState;
}

/** When a sensor had such a fault; `yields` where it may be a share of no unit as well, which is told by who is certain of it. */
interface NamedSpan extends PartSpan {
  readonly yields: boolean;
}

/** So many parts before its start a fault that is not named may begin, of which it is the reason. */
const BEFORE = PARTS_PER_DAY;

/**
 * The faults of days of a network that have a name: values in another unit, stations that are swapped, thermometers that the sun
 * heats, hygrometers that stop below saturation. Looked at by quarters of a day, before those that are an offset or a share at most.
 */
export class NamedFaults {
  readonly #dependencies: LastingDependencies;
  readonly #place: FaultPlace;
  readonly #resent: ResentRecords;
  readonly #gainSince: (station: number, variable: number) => number | null;
  readonly #faults: Placed[] = [];
  /** Those that are no fault after all. */
  readonly #withdrawn: Fault[] = [];

  /**
   * @param resent the records that stations send again: they are the reason for others
   * @param gainSince part since which a sensor is known to read a share of what it should; null of the others
   */
  constructor(
    dependencies: LastingDependencies,
    place: FaultPlace,
    resent: ResentRecords,
    gainSince: (station: number, variable: number) => number | null,
  ) {
    this.#dependencies = dependencies;
    this.#place = place;
    this.#resent = resent;
    this.#gainSince = gainSince;
  }

  /** Looks at all stations at the end of a quarter of a day, one by one. */
  *steps(recovery: Recovery): Generator<undefined> {
    const end = recovery.part;
    for (const placed of [...this.#faults]) this.#follow(placed, recovery);
    for (let station = 0; station < this.#place.stations.ids.length; station++) {
      if (!this.#dependencies.isLookedAt(station)) continue;
      for (const variable of this.#dependencies.variables) {
        if (isRelated(variable)) this.#lookAt(station, variable, end);
      }
      yield;
    }
    this.#lookForSwaps(end);
  }

  /** Those that turned out to be none since this was asked before. */
  withdrawn(): Fault[] {
    return this.#withdrawn.splice(0);
  }

  /** The ends of those that are over were told. */
  forget(): void {
    for (const placed of this.#faults) placed.isOver = placed.recovered !== null;
  }

  /** What a successor goes on with. @param oldest part that somebody may ask about */
  content(oldest: number): NamedPlace[] {
    const { ids } = this.#place.stations;
    return this.#faults.flatMap(({ station, fault, ...rest }) => {
      const isPast = rest.recovered !== null && fault.course.lastWrong < oldest;
      return isPast || !this.#dependencies.isLookedAt(station)
        ? []
        : [{ ...rest, station: ids[station], state: fault.state }];
    });
  }

  /** Goes on where a predecessor was. Of stations that are not looked at those that are swapped are known. */
  restore(places: readonly NamedPlace[]): void {
    for (const { station: id, variable, state, recovered, isOver } of places) {
      const station = this.#place.stations.indexOf(id);
      if (state.condition.kind !== 'swapped' && !this.#dependencies.isLookedAt(station)) continue;
      const evidenceOf = this.#evidenceOf(station, variable);
      const now = { ...state, condition: asToldNow(state.condition) };
      const fault = new NamedFault(this.#dependencies.means, station, evidenceOf, now);
      this.#faults.push({ station, variable, fault, recovered, isOver });
    }
  }

  /** When a sensor had such a fault, or where `variable` is null all sensors of a station at once; and when it sent old records. */
  spansOf(station: number, variable: number | null): NamedSpan[] {
    const resent = this.#resent.spansOf(station).map((span) => ({ ...span, yields: false }));
    const named = this.#faults.flatMap(({ station: of, variable: which, fault, recovered }) => {
      if (of !== station || (which !== null && which !== variable)) return [];
      const { condition, course } = fault;
      const to = recovered === null ? null : course.lastWrong;
      return [{ from: condition.from, to, yields: to === null && isDoubtfulUnit(condition) }];
    });
    return [...resent, ...named];
  }

  /** Takes back what yields to a fault of the sensor that is certain. */
  yieldIn(station: number, variable: number): void {
    for (const placed of this.#faults.filter((one) => one.station === station && one.variable === variable)) {
      if (placed.recovered === null && isDoubtfulUnit(placed.fault.condition)) this.#withdraw(placed);
    }
  }

  #withdraw(placed: Placed): void {
    this.#faults.splice(this.#faults.indexOf(placed), 1);
    this.#withdrawn.push(...toldNamed(this.#place, placed.station, placed.fault, null));
  }

  /** Whether one of them is the reason for another fault of the sensor, or of the station, that begins in a part and holds. */
  explains(station: number, variable: number | null, start: number): boolean {
    return this.spansOf(station, variable).some(
      ({ from, to, yields }) => to === null && !yields && start >= from - BEFORE,
    );
  }

  /** Those whose end was not told, in no order. */
  told(): Fault[] {
    return this.#faults.flatMap(({ station, fault, recovered, isOver }) =>
      isOver || !this.#dependencies.isLookedAt(station) ? [] : toldNamed(this.#place, station, fault, recovered),
    );
  }

  #follow(placed: Placed, recovery: Recovery): void {
    const { station, variable, fault, recovered } = placed;
    if (recovered !== null) return;
    if (fault.follow(recovery.part)) {
      placed.recovered = recovery;
      return;
    }
    if (variable === null) return;
    const now = this.#judgedAgain(fault.condition, station, variable, recovery.part);
    if (now === null) this.#withdraw(placed);
    else fault.state.condition = now;
  }

  /** What is known by now of one that holds; null where it is none after all. */
  #judgedAgain(condition: NamedCondition, station: number, variable: number, end: number): NamedCondition | null {
    const sensor = sensorOf(this.#dependencies, station, variable);
    switch (condition.kind) {
      case 'unit':
        // Each place has windy hours of its own: what it reads of the wind is told by whole days since it began. It may be a
        // share that is of no unit after all: others tell of that.
        return (end - condition.from) % PARTS_PER_DAY < LOOKED_EVERY ? unitSince(sensor, condition, end) : condition;
      case 'radiation':
        if (isOffByNight(sensor, condition, this.#longitudeOf(station), end)) return null;
        return condition.isDoubtful ? this.#clearer(condition, station, variable, end) : condition;
      default:
        return condition;
    }
  }

  /** Heating that was no more than likely, as its newest days show it where they do so beyond doubt. */
  #clearer(condition: DayHeating, station: number, variable: number, end: number): DayHeating {
    const spans = this.spansOf(station, variable);
    const over = spans.filter(({ to }) => to !== null);
    // Of a station that has the records of another place nothing more is known: it has two that hold.
    if (spans.length - over.length > 1) return condition;
    const found = this.#heatingOf(this.#questionOf(station, variable, end, over), over, condition.from);
    return found === null || found.isDoubtful
      ? condition
      : { ...condition, size: found.size, sigma: found.sigma, isDoubtful: false };
  }

  #lookAt(station: number, variable: number, end: number): void {
    const spans = this.spansOf(station, variable);
    if (spans.some(({ to }) => to === null)) return;
    const condition = this.#conditionOf(station, variable, end, spans);
    if (condition === null || (condition.kind === 'unit' && this.#isOfAShare(station, variable, condition))) return;
    this.#open(station, variable, condition, end);
  }

  /**
   * Whether a share that is known already says what a unit does: one that is no more than likely, or one that seems to have begun
   * later. Of a share that is learnt by now the unit is a further change.
   */
  #isOfAShare(station: number, variable: number, unit: OddUnit): boolean {
    const since = this.#gainSince(station, variable);
    if (since === null) return false;
    return isDoubtful(unit) || (since < unit.from - BEFORE && since > unit.from - LEARNT_PARTS);
  }

  /** @param variable null for a fault of all sensors of the station */
  #open(station: number, variable: number | null, condition: NamedCondition, end: number): void {
    const { means, variables } = this.#dependencies;
    const named = { condition, named: end, identity: this.#place.identity };
    const of = variable === null ? variables : [variable];
    const fault = NamedFault.named(means, station, this.#evidenceOf(station, variable), named, of);
    this.#faults.push({ station, variable, fault, recovered: null, isOver: false });
  }

  #conditionOf(station: number, variable: number, end: number, spans: readonly PartSpan[]): NamedCondition | null {
    // What is in another unit, or stops at a ceiling, is impossible or stands still for hours as well: by the same cause.
    const whole = this.#questionOf(station, variable, end, spans);
    const inUnit = oddUnit(isShared(variable) ? this.#whereItTurns(whole, spans) : whole);
    return inUnit ?? humidityCeiling(whole) ?? this.#heatingOf(whole, spans);
  }

  /** Of wind what stands still is no share of it: the mean of some days with and some without seems to be one of a unit. */
  #whereItTurns(whole: NamedQuestion, spans: readonly PartSpan[]): NamedQuestion {
    const { station, variable } = whole.sensor;
    const stuck = this.#dependencies.otherFaults(station, variable).filter(({ kind }) => kind === 'stuck');
    if (stuck.length === 0) return whole;
    const means = meansWithout(this.#dependencies, station, () => [...spans, ...spansKnownBy(whole.end, stuck)]);
    return { ...whole, sensor: { ...whole.sensor, means } };
  }

  /** @param learntUntil first part that does not tell what is usual of it */
  #heatingOf(whole: NamedQuestion, spans: readonly PartSpan[], learntUntil = whole.end): DayHeating | null {
    const { station, variable } = whole.sensor;
    const place = this.#place.stations.registered[station];
    if (variable !== VARIABLE_INDEX.temp_out || place === undefined) return null;
    const heating = dayHeating(whole, place.longitude, learntUntil);
    if (heating === null) return null;
    const others = spansOverBy(whole.end, this.#dependencies.otherFaults(station, variable));
    if (others.length === 0) return heating;
    // Faults of hours around noon may be all there was of it, or what was seen of it.
    const means = meansWithout(this.#dependencies, station, () => [...spans, ...others]);
    const rest = { ...whole, sensor: { ...whole.sensor, means } };
    return dayHeating(rest, place.longitude, learntUntil) ?? { ...heating, isDoubtful: true };
  }

  /** @param spans of the sensor in which it was wrong: they tell nothing, and something new begins after them */
  #questionOf(station: number, variable: number, end: number, spans: readonly PartSpan[]): NamedQuestion {
    const means = meansWithout(this.#dependencies, station, () => spans);
    const sensor = { ...sensorOf(this.#dependencies, station, variable), means };
    // Beyond its reach more is known where more days happen to be held.
    return { sensor, end, since: Math.max(firstAfter(this.#dependencies, spans), end - LOOK_REACH) };
  }

  #longitudeOf(station: number): number {
    return this.#place.stations.registered[station]?.longitude ?? 0;
  }

  #evidenceOf(station: number, variable: number | null): EvidenceOf {
    const sensor = sensorOf(this.#dependencies, station, variable ?? this.#dependencies.variables[0]);
    const longitude = this.#longitudeOf(station);
    return (condition, part, end) => {
      switch (condition.kind) {
        case 'unit':
          return unitEvidence(sensor, condition, part);
        case 'radiation':
          return heatingEvidence(sensor, condition, longitude, { part, end });
        case 'ceiling':
          return ceilingEvidence(sensor, condition, part);
        case 'swapped':
          return swapEvidence(sensor.means, station, condition, part);
      }
    };
  }

  /** Compares the stations that are off with each other, whoever they are: of two one may be looked at elsewhere. */
  #lookForSwaps(end: number): void {
    const swapped = new Set(
      this.#faults
        .filter(({ fault, recovered }) => fault.condition.kind === 'swapped' && recovered === null)
        .map(({ station }) => station),
    );
    const off: Standing[] = [];
    for (let station = 0; station < this.#place.stations.ids.length; station++) {
      if (swapped.has(station) || this.#resent.isOpen(station)) continue;
      if (!isWorthALook(this.#dependencies, station, end)) continue;
      // One that holds may be what a swap looks like; whoever looks at other stations does not know of it.
      const means = meansWithout(this.#dependencies, station, (variable) =>
        this.spansOf(station, variable).filter(({ to }) => to !== null),
      );
      off.push(standingOf({ ...this.#dependencies, means }, station, end));
    }
    const sinceOf = ({ station }: Standing) =>
      firstAfter(
        this.#dependencies,
        this.#dependencies.variables.flatMap((variable) => this.spansOf(station, variable)),
      );
    const found = off.flatMap((one, k) =>
      off.slice(k + 1).flatMap((two) => {
        const swap = swapOf(this.#dependencies, one, two, end, Math.max(sinceOf(one), sinceOf(two)));
        return swap === null ? [] : [{ one, two, swap }];
      }),
    );
    // Of two that could be exchanged with the same one it is the one that fits best.
    const taken = new Set<number>();
    for (const { one, two, swap } of found.sort((a, b) => b.swap.gain - a.swap.gain)) {
      if (taken.has(one.station) || taken.has(two.station)) continue;
      taken.add(one.station).add(two.station);
      this.#openSwap(one.station, swap, end);
      this.#openSwap(two.station, turned(swap, one.station), end);
    }
  }

  /** Of each station of a swap: what was said of its sensors since it began is what the other place is like. */
  #openSwap(station: number, swap: Swap, end: number): void {
    this.#open(station, null, swap, end);
    for (const placed of this.#faults.filter((one) => one.station === station && one.variable !== null)) {
      if (placed.recovered === null && this.explains(station, null, placed.fault.condition.from))
        this.#withdraw(placed);
    }
  }
}

function isDoubtfulUnit(condition: NamedCondition): boolean {
  return condition.kind === 'unit' && isDoubtful(condition);
}

/** The same swap as the other station sees it. */
function turned(swap: Swap, other: number): Swap {
  const variables = swap.variables.map(({ variable, own, other: theirs }) => ({ variable, own: theirs, other: own }));
  return { ...swap, other, variables };
}
