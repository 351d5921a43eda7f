import { LONGEST_PAUSE } from '../../detectors/episodes/joining-rules.ts';
import { type Anomaly, CLASSIFICATIONS, type Classification } from '../../schemas/anomaly.ts';
import type { Logger } from '../../schemas/logger.ts';
import { stationKey } from '../../schemas/station.ts';
import { isoOf, SLOT_MS } from '../../schemas/time.ts';
import { possibleValue, VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';

/** What is older than this when its verdict comes is history that is being loaded [ms]. */
const RECENT_MS = 10 * 3_600_000;
/** Verdicts of history that are shown before the rest is counted: what a line looks like. */
const SHOWN = 3;
/** Stations and classes that are remembered; beyond, all are forgotten, which costs a line for each that goes on. */
const MOST_TOLD = 10_000;
const DATE_LENGTH = 'YYYY-MM-DD'.length;
/** How a class is written where a person reads it. */
const CLASS_TITLES: Readonly<Record<Classification, string>> = {
  device_failure: 'DEVICE FAILURE',
  weather_event: 'WEATHER EVENT',
  suspected: 'SUSPECTED',
};

/** The newest anomaly of a station, variable and class that was told of, or went with one that was. */
interface Told {
  readonly variable: Variable;
  time: number;
}

/**
 * What the operator's terminal is told of anomalies: of what happens now the first of what goes together and every change of
 * mind about it, of history that is being loaded a line a day with how many were settled.
 */
export class OperatorLines {
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #told = new Map<string, Told[]>();
  readonly #counts = new Map<Classification, number>();
  #day = '';
  /** True where the count of the day has grown since it was told. */
  #isCountNew = false;
  #shown = 0;

  /** @param now current time, ms since the epoch */
  constructor(logger: Logger, now: () => number) {
    this.#logger = logger;
    this.#now = now;
  }

  /** Takes verdicts in the order in which they were given. */
  take(anomalies: readonly Anomaly[]): void {
    for (const anomaly of anomalies) {
      if (this.#now() - anomaly.time <= RECENT_MS) {
        // The final one says nothing new: a change of mind came before it.
        if (anomaly.final || !this.#isNew(anomaly)) continue;
        this.#tellDay();
        this.#tell(anomaly);
      } else if (anomaly.state === 'settled') this.#count(anomaly);
    }
  }

  /**
   * False for what goes with something told of: of the same class, and in the same variable at most an hour away, or in
   * another one at the same time. The episodes say it exactly, in hindsight; a line cannot be taken back.
   */
  #isNew({ network, station, variable, classification, state, time }: Anomaly): boolean {
    const key = `${state === 'withdrawn' ? state : classification} ${stationKey(network, station)}`;
    const told = (this.#told.get(key) ?? []).filter((one) => this.#now() - one.time <= RECENT_MS);
    const goesWith = told.some((one) => {
      const apart = Math.abs(time - one.time);
      return apart <= (one.variable === variable ? LONGEST_PAUSE : SLOT_MS);
    });
    const own = told.find((one) => one.variable === variable);
    if (own === undefined) told.push({ variable, time });
    else own.time = Math.max(own.time, time);
    if (this.#told.size >= MOST_TOLD) this.#told.clear();
    this.#told.set(key, told);
    return !goesWith;
  }

  #count(anomaly: Anomaly): void {
    if (this.#shown < SHOWN) {
      this.#shown += 1;
      this.#tell(anomaly);
      return;
    }
    const day = isoOf(anomaly.time).slice(0, DATE_LENGTH);
    if (day !== this.#day) {
      this.#tellDay();
      this.#counts.clear();
    }
    this.#day = day;
    this.#isCountNew = true;
    this.#counts.set(anomaly.classification, (this.#counts.get(anomaly.classification) ?? 0) + 1);
  }

  #tell(anomaly: Anomaly): void {
    this.#logger.info(readableAnomaly(anomaly), { anomaly_id: anomaly.id });
  }

  #tellDay(): void {
    if (!this.#isCountNew) return;
    const of = CLASSIFICATIONS.map((name) => `${name.replace('_', ' ')} ${this.#counts.get(name) ?? 0}`);
    this.#logger.info(`${this.#day} of history: ${of.join(', ')}`);
    this.#isCountNew = false;
  }
}

/** Tells the operator's terminal of the verdicts that a pipeline gives from now on. */
export async function tellOperator(
  pipeline: Pick<Pipeline, 'log'> | null,
  { now, logger }: { readonly now: () => number; readonly logger: Logger },
): Promise<void> {
  const lines = new OperatorLines(logger, now);
  await pipeline?.log.subscribe({ group: 'console', topic: 'anomalies', read: 'new' }, async ({ records }) =>
    lines.take(records.map((record) => record.value)),
  );
}

/** A classified anomaly in one line, for the operator's terminal. */
function readableAnomaly(anomaly: Anomaly): string {
  const { variable } = anomaly;
  const expected = shortNumber(possibleValue(variable, anomaly.expected));
  const what = `${variable} ${shortNumber(anomaly.actual)} ${VARIABLE_SPECIFICATIONS[variable].unit}, expected ${expected}`;
  const title = anomaly.state === 'withdrawn' ? 'WITHDRAWN' : CLASS_TITLES[anomaly.classification];
  const head = `${isoOf(anomaly.time)} ${title} ${anomaly.station} ${anomaly.stationName}`;
  return `${head}: ${what} (${anomaly.reason})`;
}

function shortNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(5))) : String(value);
}
