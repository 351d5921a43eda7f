import type { Candidate } from '../../schemas/anomaly.ts';
import { EVERY_STATION } from '../../schemas/expert-rule.ts';
import type { VariableLimits } from '../../schemas/limits.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import type { RuledStations, VariableSetting } from './network-rules.ts';

/** Smallest departures worth noticing and typical steps, in the order of VARIABLES. */
type Usual = Pick<Candidate, 'floors' | 'spreads'>;

/** From which slot on a station is judged by other settings. */
export interface ChangedSettings {
  readonly station: string;
  readonly firstSlot: number;
}

/** The thresholds, floors and limits that people have set, as the temporal judgement by one method asks for them. */
export class JudgedSettings {
  readonly #stations: RuledStations;
  readonly #method: string;
  /** How many of those that came to be known have been heeded. */
  #heeded: number;

  constructor(stations: RuledStations, method: string) {
    this.#stations = stations;
    this.#method = method;
    this.#heeded = stations.rules.newsCount;
  }

  /** What is set of a variable (index into VARIABLES) of a station at a slot; null where nothing is. */
  at(station: number, variable: number, slot: number): VariableSetting | null {
    const { rules, ids } = this.#stations;
    return rules.nothingSet ? null : rules.settingAt(ids[station], VARIABLES[variable], slot, this.#method);
  }

  /** The limits that are set of a variable (index into VARIABLES) of a station at a slot; null where none are. */
  limits(station: number, variable: number, slot: number): VariableLimits | null {
    const { rules, ids } = this.#stations;
    return rules.noLimits ? null : rules.limitsAt(ids[station], VARIABLES[variable], slot);
  }

  /** What is usual at a station by its baseline, with the floors that are set in place of those that were learnt. */
  usual(station: number, slot: number, learnt: Usual): Usual {
    if (this.#stations.rules.nothingSet) return learnt;
    const floors = learnt.floors.map((floor, variable) => this.at(station, variable, slot)?.floor ?? floor);
    return { ...learnt, floors };
  }

  /** What is set of a station at a slot, as a text that tells it; '' where nothing is. */
  digest(station: number, slot: number): string {
    const { rules } = this.#stations;
    if (rules.nothingSet && rules.noLimits) return '';
    const set = VARIABLES.map((_, variable) => this.at(station, variable, slot));
    const limits = VARIABLES.map((_, variable) => this.limits(station, variable, slot));
    return `${textOf(set)}${textOf(limits)}`;
  }

  /** What was set since the last call; of limits for every station once for each that is known. */
  news(): readonly ChangedSettings[] {
    const news = this.#stations.rules.newsAfter(this.#heeded);
    this.#heeded += news.length;
    return news.flatMap(({ station, firstSlot }) =>
      station === EVERY_STATION ? this.#stations.ids.map((id) => ({ station: id, firstSlot })) : { station, firstSlot },
    );
  }
}

function textOf(set: readonly unknown[]): string {
  return set.every((one) => one === null) ? '' : `|${JSON.stringify(set)}`;
}
