import type { ValueUnderFault, ValueVerdict } from '../../../schemas/assessment.ts';
import { type Flag, NOT_JUDGED_REASONS } from '../../../schemas/judgement.ts';
import { qartodFlag } from '../../../schemas/quality-flags/qartod.ts';
import { evidenceOfValue } from '../../../schemas/quality-flags/value-evidence.ts';
import { slotOf } from '../../../schemas/time.ts';
import { byVariable, VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { ObservationBlock } from '../time-series-store.ts';
import type { PlacedVerdict } from './assessments.ts';
import type { JudgementColumns } from './observation-blocks.ts';
import type { PlacedFault } from './placed-fault.ts';

type Placed = PlacedVerdict | PlacedFault;
type ByStation<T extends Placed> = ReadonlyMap<string, ReadonlyMap<number, readonly T[]>>;
/** What was found for the values of some observations. */
type BlockQuality = Pick<ObservationBlock, 'flags' | 'estimates'>;

/**
 * Flags and best estimates of observations that come in the order of their judgements, by station and time. Most values carry one of a few
 * judgements, no verdict and no fault: what these are is found once, by the code that finds it for the rest.
 */
export class FlagWriter {
  readonly #judgements: readonly JudgementColumns[];
  readonly #verdicts: ByStation<PlacedVerdict>;
  readonly #faults: ByStation<PlacedFault>;
  readonly #settledUntil: number;
  /** Flags by code, settled or not, with a number or without. */
  readonly #usual = new Map<number, Flag>();
  #block = 0;
  #row = 0;

  /** @param settledUntil slot up to which everything is settled */
  constructor(
    judgements: readonly JudgementColumns[],
    verdicts: readonly PlacedVerdict[],
    faults: readonly PlacedFault[],
    settledUntil: number,
  ) {
    this.#judgements = judgements;
    this.#settledUntil = settledUntil;
    this.#verdicts = byStationAndTime(verdicts);
    this.#faults = byStationAndTime(faults);
  }

  /** QARTOD flags of the next observations, 0 for those without a judgement; estimates of the values under faults. */
  next(stations: readonly string[], times: Float64Array, values: ObservationBlock['values']): BlockQuality {
    const flags = byVariable(() => new Uint8Array(times.length));
    const estimates = byVariable(() => new Float64Array(times.length).fill(Number.NaN));
    let station: string | null = null;
    let verdicts: ReadonlyMap<number, readonly PlacedVerdict[]> | undefined;
    let faults: ReadonlyMap<number, readonly PlacedFault[]> | undefined;
    let columns: JudgementColumns | null = null;
    let codes: readonly Float64Array[] = [];
    for (let i = 0; i < times.length; i++) {
      if (stations[i] !== station) {
        station = stations[i];
        verdicts = this.#verdicts.get(station);
        faults = this.#faults.get(station);
      }
      const judged = this.#judgementOf(stations[i], times[i]);
      if (judged === null) continue;
      const settled = slotOf(times[i]) <= this.#settledUntil;
      const given = this.#givenUnder(judged, verdicts?.get(times[i]));
      const under = faultsOf(faults?.get(times[i]));
      if (judged !== columns) {
        columns = judged;
        [, , , ...codes] = judged;
      }
      for (let v = 0; v < VARIABLES.length; v++) {
        const variable = VARIABLES[v];
        const hasNumber = !Number.isNaN(values[variable][i]);
        const code = codes[v][this.#row];
        const verdict = given?.[variable];
        const fault = under?.[variable];
        flags[variable][i] =
          verdict === undefined && fault === undefined
            ? this.#usualFlag(code, settled, hasNumber)
            : flagOf(code, verdict, fault, settled, hasNumber);
        estimates[variable][i] = fault?.estimate ?? Number.NaN;
      }
    }
    return { flags, estimates };
  }

  /** The columns in which row `#row` is the judgement of an observation; null where it has none. */
  #judgementOf(station: string, time: number): JudgementColumns | null {
    for (; this.#block < this.#judgements.length; this.#block++, this.#row = 0) {
      const columns = this.#judgements[this.#block];
      const [stations, times] = columns;
      while (this.#row < times.length && comesBefore(stations[this.#row], times[this.#row], station, time)) this.#row++;
      if (this.#row === times.length) continue;
      return stations[this.#row] === station && times[this.#row] === time ? columns : null;
    }
    return null;
  }

  /** Verdicts by variable, of those under the configuration of the judgement. */
  #givenUnder(
    [, , configurations]: JudgementColumns,
    verdicts: readonly PlacedVerdict[] | undefined,
  ): Partial<Record<Variable, ValueVerdict>> | null {
    if (verdicts === undefined) return null;
    const given: Partial<Record<Variable, ValueVerdict>> = {};
    for (const { variable, configuration, verdict } of verdicts) {
      if (configuration === configurations[this.#row]) given[variable] = verdict;
    }
    return given;
  }

  #usualFlag(code: number, settled: boolean, hasNumber: boolean): Flag {
    const key = code * 4 + Number(settled) * 2 + Number(hasNumber);
    let flag = this.#usual.get(key);
    if (flag === undefined) {
      flag = flagOf(code, undefined, undefined, settled, hasNumber);
      this.#usual.set(key, flag);
    }
    return flag;
  }
}

/** In the order of the table: texts by their bytes. */
function comesBefore(station: string, time: number, otherStation: string, otherTime: number): boolean {
  if (station === otherStation) return time < otherTime;
  return Buffer.compare(Buffer.from(station), Buffer.from(otherStation)) < 0;
}

function byStationAndTime<T extends Placed>(all: readonly T[]): ByStation<T> {
  const byStation = new Map<string, Map<number, T[]>>();
  for (const one of all) {
    const times = byStation.get(one.station) ?? new Map<number, T[]>();
    byStation.set(one.station, times);
    times.set(one.time, [...(times.get(one.time) ?? []), one]);
  }
  return byStation;
}

/** Faults by variable. */
function faultsOf(faults: readonly PlacedFault[] | undefined): Partial<Record<Variable, ValueUnderFault>> | null {
  if (faults === undefined) return null;
  return Object.fromEntries(faults.map(({ variable, fault }) => [variable, fault]));
}

function flagOf(
  code: number,
  verdict: ValueVerdict | undefined,
  fault: ValueUnderFault | undefined,
  settled: boolean,
  hasNumber: boolean,
): Flag {
  const flag = Math.floor(code / 16) as Flag;
  const judgement = { flag, reason: NOT_JUDGED_REASONS[code % 16] ?? '', score: null };
  return qartodFlag(evidenceOfValue(judgement, verdict, fault, settled, hasNumber));
}
