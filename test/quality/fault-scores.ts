/** What `values.mjs --json` answers, as far as it is shown here: values inside and outside faults, and how many are called wrong. */
export interface ValuesScore {
  f1: number;
  precision: number;
  recall: number;
  /** Values that are wrong, and those of them that are called so. */
  wrong: number;
  found: number;
  /** Values that are right, and those of them that are called wrong. */
  right: number;
  alarms: number;
  /** Faults whose last value is called wrong, and those of them after which the first right value is too. */
  ends: number;
  returns: number;
  /** Values in injected weather, and those of them that are called wrong. */
  weather: number;
  weather_called: number;
}

/** Faults of one kind and size in `faults.mjs --json`, three reports or longer. */
export interface FaultsOfKind {
  injected: number;
  found: number;
  /** Medians over the found faults [h]; absent where none is found. */
  delay_hours?: number;
  start_off_hours?: number;
  end_off_hours?: number;
}

/** What `faults.mjs --json` answers, as far as it is shown here. */
export interface FaultsScore {
  false_per_station_week: number;
  station_weeks: number;
  /** A line for each false fault, with its kind at the end. */
  false_list: string[];
  /** By kind and size, as `step large`; slow faults and `stuck` by kind alone. */
  by_kind: Record<string, FaultsOfKind>;
}

/** What the harness says of the faults that a run reported. */
export interface FaultScores {
  readonly values: ValuesScore;
  readonly faults: FaultsScore;
}
