import { rainCountOf } from '../../ingest/validation/rain-fields.ts';
import { FLAG, type Judgement } from '../../schemas/judgement.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { Station } from '../../schemas/station.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { NotJudged, ReplayResult } from './replay-result.ts';

type Reason = NotJudged['reason'];

/** Counts what a replay judged and what it could not, by station and variable. */
export class ReplayTally {
  readonly #stations: readonly Station[];
  readonly #variables: readonly Variable[];
  #received = 0;
  /** Station -> variable and reason -> count; the reason is '' for what was judged. */
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(stations: readonly Station[], variables: readonly Variable[]) {
    this.#stations = stations;
    this.#variables = variables;
  }

  /** An observation came that is to be judged. */
  receive({ values, original }: Observation): void {
    for (const variable of this.#variables) {
      const counted = variable === 'rain' && rainCountOf(original) !== null;
      if (values[variable] !== null || counted) this.#received++;
    }
  }

  count(judgement: Judgement): void {
    let ofStation = this.#counts.get(judgement.station);
    if (ofStation === undefined) {
      ofStation = new Map();
      this.#counts.set(judgement.station, ofStation);
    }
    for (const variable of this.#variables) {
      // A value beyond its limits is judged: it fails or is suspect by itself.
      const { reason, flag } = judgement.variables[variable];
      const judged = flag !== FLAG.notEvaluated && flag !== FLAG.missing;
      const key = `${variable}|${judged ? '' : reason}`;
      ofStation.set(key, (ofStation.get(key) ?? 0) + 1);
    }
  }

  result(): Omit<ReplayResult, 'anomalies' | 'faults' | 'faultsSince' | 'outages' | 'weather'> {
    const notJudged: NotJudged[] = [];
    const judgedStations: string[] = [];
    let valuesJudged = 0;
    let valuesNotJudged = 0;
    for (const { id: station } of this.#stations) {
      const counts = this.#counts.get(station);
      if (counts === undefined) {
        for (const variable of this.#variables) {
          notJudged.push({ station, variable, reason: 'no_observations', count: 0 });
        }
        continue;
      }
      let judged = 0;
      for (const [key, count] of counts) {
        const [variable, reason] = key.split('|') as [Variable, Reason | ''];
        if (reason === '') judged += count;
        else notJudged.push({ station, variable, reason, count });
        if (reason !== '' && reason !== 'missing') valuesNotJudged += count;
      }
      valuesJudged += judged;
      if (judged > 0) judgedStations.push(station);
    }
    const valuesReceived = this.#received;
    return { stations: this.#stations, notJudged, judgedStations, valuesReceived, valuesJudged, valuesNotJudged };
  }
}
