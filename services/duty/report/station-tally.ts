import { CadenceTally } from '../../../detectors/windows/cadence.ts';
import { FLAG } from '../../../schemas/judgement.ts';
import { heardBy } from '../../../schemas/station-state.ts';
import { byVariable, VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { ObservationBlock } from '../../stores/roles/observation-store.ts';
import type { Period } from './period.ts';

/** How many values of a sensor there are, by what is known of them. What nobody judged is in none of the first three. */
interface FlagCounts {
  good: number;
  suspect: number;
  failed: number;
  notJudged: number;
}

/** What came of one variable of a station. */
interface SensorTally {
  /** Values by the day of the period. */
  readonly days: Uint32Array;
  readonly flags: FlagCounts;
}

/** What came of a station in a period: counts alone, which do not grow with the reports. */
export class StationTally {
  readonly cadence = new CadenceTally();
  /** Reports by the day of the period. */
  readonly days: Uint32Array;
  readonly sensors: Readonly<Record<Variable, SensorTally>>;
  /** Time of the first and the newest report, ms since the epoch; NaN where there is none. */
  first = Number.NaN;
  last = Number.NaN;
  /** When it was heard last up to the end of the period, ms since the epoch; NaN where it was not. */
  heard = Number.NaN;
  readonly #period: Period;

  constructor(period: Period) {
    this.#period = period;
    const days = () => new Uint32Array(period.days.length);
    this.days = days();
    this.sensors = byVariable(() => ({ days: days(), flags: { good: 0, suspect: 0, failed: 0, notJudged: 0 } }));
  }

  /** Takes in a report of a block; those of a station come in the order of their times. */
  add(block: ObservationBlock, row: number): void {
    const time = block.times[row];
    const day = this.#period.dayOf(time);
    if (Number.isNaN(this.first)) this.first = time;
    else this.cadence.add(time - this.last);
    this.last = time;
    const heard = heardBy({ time, received: block.received[row] }, this.#period.to);
    if (!(heard <= this.heard)) this.heard = heard;
    this.days[day]++;
    for (const variable of VARIABLES) {
      const flag = block.flags[variable][row];
      const isFlagged = flag === FLAG.pass || flag === FLAG.suspect || flag === FLAG.fail;
      // A sensor may be judged without a number: rain that comes as a count.
      if (Number.isNaN(block.values[variable][row]) && !isFlagged) continue;
      const { days, flags } = this.sensors[variable];
      days[day]++;
      if (flag === FLAG.pass) flags.good++;
      else if (flag === FLAG.suspect) flags.suspect++;
      else if (flag === FLAG.fail) flags.failed++;
      else flags.notJudged++;
    }
  }
}
