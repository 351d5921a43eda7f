import type { Anomaly } from '../../schemas/anomaly.ts';
import type { FaultKind } from '../../schemas/fault.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import { type Expectation, expectedAt, leastDeparture } from '../spatial/expected-from-neighbours.ts';
import type { WindowStore } from '../windows/window-store.ts';
import type { WindowView } from '../windows/window-view.ts';

/** A departure beyond so many sigmas is wrong; what is usual changes in the course of a day: its square doubles in so many hours. */
const SIGMAS = 2;
const SIGMA_GROWS_HOURS = 0.7;
/** So much of the offset has to be left of a departure for the sensor to be still wrong. */
const OFFSET_LEFT = 0.45;
/** How fast the offset follows what the sensor reads. */
const FOLLOWS = 0.3;
/** Right reports in a row that end a fault. */
const RIGHT_REPORTS = 3;
/** Share of the wrong reports that lie on the other side of the last one: then it is noise and no level. */
const NOISE_SHARE = 0.25;
const SLOTS_PER_HOUR = 6;

/** Whether a sensor under a fault is wrong at a report, right, or nobody tells. */
type Condition = 'wrong' | 'right' | 'unknown';

/** A fault that holds: what it is held against, and what was seen of it so far. */
export class OpenFault {
  readonly station: number;
  /** Index into VARIABLES. */
  readonly variable: number;
  /** First wrong slot, and the slot by which it was named. */
  readonly start: number;
  readonly named: Anomaly;
  readonly expectation: Expectation | null;
  readonly anomalyIds: string[] = [];
  /** First and last wrong report, ms since the epoch. */
  startTime = Number.NaN;
  lastTime = Number.NaN;
  /** How far it is off, unit of the variable. */
  offset: number;
  /** Reports up to the last wrong one. */
  values = 0;
  /** Report since which no neighbour tells, ms since the epoch. */
  unknownSince: number | null = null;
  /** Value at which the sensor is stuck; NaN where it is not. */
  readonly #stuckAt: number;
  readonly #floor: number;
  /** How far it was off at its onset. */
  readonly #onset: number;
  #reports = 0;
  #rights = 0;
  #flips = 0;
  #side = 0;

  constructor(
    named: Anomaly,
    station: number,
    variable: number,
    start: number,
    offset: number,
    expectation: Expectation | null,
  ) {
    this.named = named;
    this.station = station;
    this.variable = variable;
    this.start = start;
    this.offset = offset;
    this.#onset = offset;
    this.expectation = expectation;
    this.#stuckAt = named.check === 'flat_line' ? Math.fround(named.actual) : Number.NaN;
    this.#floor = VARIABLE_SPECIFICATIONS[VARIABLES[variable]].floor;
  }

  /**
   * Looks at the sensor's report of a slot, each once and in order.
   *
   * @param isNamed whether its value is known to be wrong, whatever the neighbours read
   * @returns null where it did not report the variable
   */
  look(windows: WindowStore, slot: number, isNamed = false): Condition | null {
    const impossible = windows.impossible(this.station, this.variable, slot);
    const value = windows.value(this.station, this.variable, slot);
    // The report that was named need not be the one that holds the slot.
    if (Number.isNaN(value) && !impossible && !isNamed) return null;
    const isWrong = isNamed || impossible || value === this.#stuckAt;
    const condition = isWrong ? 'wrong' : this.#conditionOf(windows, slot, value);
    const time = slot === this.named.slot ? this.named.time : windows.timeAt(this.station, slot);
    this.#reports++;
    if (condition === 'wrong') {
      if (this.values === 0) this.startTime = time;
      this.lastTime = time;
      this.values = this.#reports;
      this.#rights = 0;
      this.unknownSince = null;
    } else if (condition === 'right') this.#rights++;
    else this.unknownSince ??= time;
    return condition;
  }

  /** It was thought to have ended and is wrong again soon after: right reports between belong to it. */
  goOn(): void {
    this.#rights = 0;
    this.#flips++;
  }

  /** True where the sensor has been right for long enough. */
  get hasEnded(): boolean {
    return this.#rights >= RIGHT_REPORTS;
  }

  /** What is wrong, by what was seen of it. */
  get kind(): FaultKind {
    if (!Number.isNaN(this.#stuckAt)) return 'stuck';
    if (this.named.check === 'gross_range') return 'impossible';
    if (this.values === 1) return 'spike';
    return this.#flips >= NOISE_SHARE * this.values ? 'noise' : 'level';
  }

  #conditionOf(windows: WindowView, slot: number, value: number): Condition {
    // Where nobody tells, a sensor that was stuck has come back when it moves.
    if (this.expectation === null) return Number.isNaN(this.#stuckAt) ? 'unknown' : 'right';
    const residual = value - expectedAt(windows, this.variable, slot, this.expectation);
    if (Number.isNaN(residual)) return 'unknown';
    const hours = (slot - this.start) / SLOTS_PER_HOUR;
    const ordinary = Math.max(SIGMAS * this.expectation.sigma, leastDeparture(this.#floor));
    const left = OFFSET_LEFT * Math.max(Math.abs(this.offset), Math.abs(this.#onset));
    const bound = Math.max(ordinary * Math.sqrt(1 + hours / SIGMA_GROWS_HOURS), left);
    if (Math.abs(residual) <= bound) return 'right';
    const side = Math.sign(residual);
    if (this.#side !== 0 && side !== this.#side) this.#flips++;
    this.#side = side;
    this.offset += FOLLOWS * (residual - this.offset);
    return 'wrong';
  }
}
