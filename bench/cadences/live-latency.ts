import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anomalyAnswerShape } from '../../schemas/http/answers/anomaly-answer.ts';
import type { Observation } from '../../schemas/observation.ts';
import { isoOf } from '../../schemas/time.ts';
import { openTimeSeries } from '../../services/stores/opening/open-time-series.ts';
import { StreamClient } from '../../test/integration/stream-client.ts';
import { quantile } from '../../test/quantile.ts';
import { HalcyonProcess } from '../../test/resilience/halcyon-process.ts';
import { StoredAnswers } from '../../test/resilience/stored-answers.ts';
import type { Figure } from '../figure.ts';
import { MINUTE_MS, NETWORK, ReportingNetwork } from './reporting-network.ts';

/** History before the first push: full windows. */
const HISTORY_MINUTES = 8 * 60;
/** Rates, as multiples of a report of each station every minute. */
const FACTORS = [1, 10] as const;
const PUSH_EVERY_MS = 200;
/** One report in so many is absurd; so far from each other that neighbours of a failing station are mostly sound. */
const ABSURD_EVERY = 31;
const ABSURD = 500;
/** How long the stages run before they are measured, and how long verdicts may come after the last push [ms]. */
const [WARM_UP_MS, SETTLING_MS] = [10_000, 3_000];
/** What is not visible after so long counts as not visible [ms]. */
const PATIENCE_MS = 5_000;
const ASK_MS = 20;

/** What one rate gave, times in order [ms]. */
interface Measured {
  readonly pushed: number;
  readonly absurd: number;
  readonly verdicts: readonly number[];
  readonly asked: number;
  readonly judgements: readonly number[];
}

/**
 * Latencies of a running system to which stations push every minute, at that rate and at ten times it: from the answer to a push
 * until an absurd value is an anomaly of the stream, and until the list of observations has the flags of a report.
 *
 * @param seconds each rate is held
 */
export async function liveLatency(stations: number, seconds: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'halcyon-cadences-'));
  const system = await HalcyonProcess.on({ environment: { HALCYON_DATA: folder, HALCYON_AUTH: 'off' } });
  try {
    const network = new ReportingNetwork(stations, 1);
    // The load runs behind the clock by what it gains on it, and a few minutes more.
    const behind = Math.ceil((seconds * (FACTORS[1] - 1)) / 60) + 3;
    const first = Math.floor(Date.now() / MINUTE_MS) - behind;
    const store = await openTimeSeries({ dataFolder: folder, role: 'system' });
    await network.store(store, first - HISTORY_MINUTES, first - 1);
    await store.close();
    await system.start();
    const pushes = new MinutePushes(system.url, network, first);
    await pushes.listen();
    await pushes.measured(FACTORS[0], WARM_UP_MS);
    const figures: Figure[] = [];
    for (const factor of FACTORS) {
      figures.push(...figuresOf((stations * factor) / 60, await pushes.measured(factor, seconds * 1000)));
    }
    await pushes.leave();
    await system.stop();
    return figures;
  } finally {
    await system.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

function figuresOf(rate: number, { pushed, absurd, verdicts, asked, judgements }: Measured): Figure[] {
  const at = `live at ${rate.toFixed(rate < 100 ? 1 : 0)} obs/s`;
  const share = (part: number, all: number) => (all === 0 ? Number.NaN : (100 * part) / all);
  return [
    { name: `${at}: reports pushed`, value: pushed, unit: '', goal: '' },
    { name: `${at}: absurd values with a verdict`, value: share(verdicts.length, absurd), unit: '%', goal: '>= 100' },
    { name: `${at}: push to verdict, median`, value: quantile(verdicts, 0.5), unit: 'ms', goal: '' },
    { name: `${at}: push to verdict, p99`, value: quantile(verdicts, 0.99), unit: 'ms', goal: '<= 1000' },
    { name: `${at}: reports with flags`, value: share(judgements.length, asked), unit: '%', goal: '>= 100' },
    { name: `${at}: push to flags, p99`, value: quantile(judgements, 0.99), unit: 'ms', goal: '<= 1000' },
  ];
}

/** Reports of a network, pushed in turn at a rate, with what is heard and read of them. */
class MinutePushes {
  readonly #url: string;
  readonly #network: ReportingNetwork;
  readonly #answers: StoredAnswers;
  readonly #firstStep: number;
  /** When the push of an absurd value was answered, and when its verdict came [ms]. */
  readonly #answered = new Map<string, number>();
  readonly #verdicts = new Map<string, number>();
  #client: StreamClient | undefined;
  #heard = 0;
  #next = 0;
  /** The report that was answered last, and when. */
  #last: { readonly report: Observation; readonly at: number } | null = null;

  constructor(url: string, network: ReportingNetwork, firstStep: number) {
    this.#url = url;
    this.#network = network;
    this.#answers = new StoredAnswers(url, NETWORK);
    this.#firstStep = firstStep;
  }

  /** Listens to the verdicts. */
  async listen(): Promise<void> {
    this.#client = await StreamClient.connect(this.#url, null, '?types=anomalies');
  }

  async leave(): Promise<void> {
    await this.#client?.leave();
  }

  /** Pushes for some time at a multiple of a report of each station every minute, and measures. */
  async measured(factor: number, ms: number): Promise<Measured> {
    this.#answered.clear();
    this.#verdicts.clear();
    const before = this.#next;
    const [began, from] = [performance.now(), this.#next];
    const listening = setInterval(() => this.#hear(), 5);
    const asking = this.#ask(began + ms);
    const perMs = (factor * this.#network.stations.length) / MINUTE_MS;
    const pushing: Promise<void>[] = [];
    for (let due = began; due < began + ms; due += PUSH_EVERY_MS) {
      await sleep(Math.max(0, due - performance.now()));
      const until = from + Math.floor((due + PUSH_EVERY_MS - began) * perMs);
      if (until > this.#next) pushing.push(this.#push(until));
    }
    await Promise.all(pushing);
    const judgements = await asking;
    await sleep(SETTLING_MS);
    clearInterval(listening);
    const latencies = [...this.#answered].flatMap(([key, at]) => {
      const heard = this.#verdicts.get(key);
      // What is told before the answer has come took no time that a client sees.
      return heard === undefined ? [] : [Math.max(0, heard - at)];
    });
    return {
      pushed: this.#next - before,
      absurd: this.#answered.size,
      verdicts: latencies.sort((a, b) => a - b),
      asked: judgements.length,
      judgements: judgements.filter((one) => one !== null).sort((a, b) => a - b),
    };
  }

  async #push(until: number): Promise<void> {
    const reports: Observation[] = [];
    const absurd: string[] = [];
    for (; this.#next < until; this.#next++) {
      const count = this.#network.stations.length;
      const report = this.#network.report(this.#next % count, this.#firstStep + Math.floor(this.#next / count));
      if (this.#next % ABSURD_EVERY === 0) {
        report.values.temp_out = ABSURD;
        absurd.push(`${report.station} ${report.time}`);
      }
      reports.push(report);
    }
    const body = reports
      .map(({ station, time, values }) => JSON.stringify({ station_id: station, time: isoOf(time), ...values }))
      .join('\n');
    const answer = await fetch(`${this.#url}/api/v1/observations?network=${NETWORK}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body,
    });
    const text = await answer.text();
    if (!answer.ok || !text.includes('"dead_letters":0')) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
    const at = performance.now();
    for (const key of absurd) this.#answered.set(key, at);
    this.#last = { report: reports[reports.length - 1], at };
  }

  /** Takes what the stream has told since the last call. */
  #hear(): void {
    const events = this.#client?.heard.events ?? [];
    for (const now = performance.now(); this.#heard < events.length; this.#heard++) {
      if (events[this.#heard].name !== 'anomaly') continue;
      const { station_id, timestamp, check } = events[this.#heard].as(anomalyAnswerShape);
      const key = `${station_id} ${Date.parse(timestamp)}`;
      if (check === 'gross_range' && !this.#verdicts.has(key)) this.#verdicts.set(key, now);
    }
  }

  /** Asks for the newest report again and again until it has flags; the times that took, null where too long. */
  async #ask(until: number): Promise<(number | null)[]> {
    const times: (number | null)[] = [];
    while (performance.now() < until) {
      const last = this.#last;
      if (last === null) {
        await sleep(ASK_MS);
        continue;
      }
      const { station, time } = last.report;
      const filter = `&station=${station}&from=${isoOf(time)}&to=${isoOf(time)}`;
      let took: number | null = null;
      while (took === null && performance.now() - last.at < PATIENCE_MS) {
        const [row] = await this.#answers.observations(filter);
        if (row !== undefined && row.flags !== null) took = performance.now() - last.at;
        else await sleep(ASK_MS);
      }
      times.push(took);
      if (this.#last === last) this.#last = null;
    }
    return times;
  }
}
