import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from '../../../schemas/observation.ts';
import { isoOf } from '../../../schemas/time.ts';
import type { RunningSystem } from '../../integration/running-system.ts';
import { until } from '../../until.ts';
import { MINUTE_MS } from './cadences.ts';
import type { Judged } from './command-run.ts';
import type { FaultyNetwork, InjectedFault } from './faulty-network.ts';
import { valueCountsShape } from './value-counts.ts';

/** What a running system says of a network. */
export interface LiveJudged extends Judged {
  /** From the push of each absurd value until the list has it [s]; infinite where it did not come to be there in time. */
  readonly secondsToVerdict: readonly number[];
}

/** Time of the networks that is pushed at once: less than a report may be late [ms]. */
const STEP_MS = 60 * MINUTE_MS;
/** Reports of one push. */
const AT_ONCE = 2_000;
/** Longest that a verdict is waited for [ms], and how often the list is asked for it. */
const [PATIENCE_MS, ASK_MS] = [3_000, 10];
const LAG = /^halcyon_log_behind\{[^}]*\} (\S+)/gm;

/** Networks that report to a running system, all at once, in order of time, while its clock goes with them. */
export class LiveRun {
  readonly #system: RunningSystem;
  readonly #networks: readonly FaultyNetwork[];
  /** Reports of each network that were pushed. */
  readonly #pushed: number[];
  readonly #seconds: number[][];

  /** @param system that shows its metrics */
  constructor(system: RunningSystem, networks: readonly FaultyNetwork[]) {
    this.#system = system;
    this.#networks = networks;
    this.#pushed = networks.map(() => 0);
    this.#seconds = networks.map(() => []);
  }

  /** Pushes everything; each absurd value by itself, until its verdict is there. */
  async push(): Promise<void> {
    for (const { cadence, stations } of this.#networks) {
      const body = stations.map(({ id, name, latitude, longitude, elevation, pressureLevel }) => ({
        station_id: id,
        station_name: name,
        latitude,
        longitude,
        elevation,
        pressure_level: pressureLevel,
      }));
      await this.#system.send('POST', `/api/v1/stations?network=${cadence.name}`, body);
    }
    const awaited = this.#networks
      .flatMap(({ faults }, network) => faults.map((fault) => ({ network, fault })))
      .filter(({ fault }) => fault.kind === 'absurd')
      .sort((a, b) => a.fault.time - b.fault.time);
    for (const { network, fault } of awaited) {
      await this.#reach(fault.time - 1);
      await this.#pushAwaited(network, fault);
    }
    await this.#reach(Number.POSITIVE_INFINITY);
  }

  /** What the system says in the end of each network, in their order. */
  async judged(): Promise<LiveJudged[]> {
    const judged: LiveJudged[] = [];
    for (const [k, { cadence, observations }] of this.#networks.entries()) {
      const [first, last] = [observations[0]?.time ?? 0, observations.at(-1)?.time ?? 0];
      judged.push({
        verdicts: await this.#system.anomalies(cadence.name),
        counts: await this.#counts(cadence.name, first, last),
        secondsToVerdict: this.#seconds[k],
      });
    }
    return judged;
  }

  async #counts(network: string, from: number, to: number): Promise<LiveJudged['counts']> {
    const span = `network=${network}&from=${isoOf(from)}&to=${isoOf(to)}`;
    const answer = await fetch(`${this.#system.url}/api/v1/coverage?${span}`);
    const body = (await answer.json()) as { values?: unknown };
    return answer.ok ? valueCountsShape.parse(body.values) : null;
  }

  /** Pushes what was reported up to a time, in steps that the stages can follow at any moment. */
  async #reach(time: number): Promise<void> {
    for (;;) {
      const next = Math.min(...this.#networks.map(({ observations }, k) => timeOf(observations[this.#pushed[k]])));
      if (next > time || next === Number.POSITIVE_INFINITY) return;
      const end = Math.min(time, next + STEP_MS);
      const steps = this.#networks.map((_, k) => this.#take(k, end));
      this.#system.clock = Math.max(...steps.flat().map((one) => one.time)) + 1000;
      for (const reports of steps) await this.#send(reports);
      await this.#consumed();
    }
  }

  async #pushAwaited(network: number, { station, time }: InjectedFault): Promise<void> {
    this.#system.clock = time + 1000;
    const began = performance.now();
    await this.#send(this.#take(network, time));
    const { name } = this.#networks[network].cadence;
    const filter = `&station=${station}&variable=temp_out&from=${isoOf(time)}&to=${isoOf(time)}`;
    let seconds = Number.POSITIVE_INFINITY;
    while (performance.now() - began < PATIENCE_MS) {
      if ((await this.#system.anomalies(name, filter)).some(({ check }) => check === 'gross_range')) {
        seconds = (performance.now() - began) / 1000;
        break;
      }
      await sleep(ASK_MS);
    }
    this.#seconds[network].push(seconds);
  }

  /** The next reports of a network, up to a time. */
  #take(network: number, time: number): readonly Observation[] {
    const { observations } = this.#networks[network];
    const begin = this.#pushed[network];
    let end = begin;
    while (end < observations.length && observations[end].time <= time) end++;
    this.#pushed[network] = end;
    return observations.slice(begin, end);
  }

  async #send(reports: readonly Observation[]): Promise<void> {
    for (let k = 0; k < reports.length; k += AT_ONCE) {
      const some = reports.slice(k, k + AT_ONCE);
      const body = some.map(({ station, time, values }) => ({ station_id: station, time: isoOf(time), ...values }));
      const items = await this.#system.push(some[0].network, body);
      const refused = items.find(({ status }) => status !== 'accepted');
      if (refused !== undefined) throw new Error(`a report was refused: ${JSON.stringify(refused)}`);
    }
  }

  /** Resolves when everything that was pushed is judged and stored. */
  async #consumed(): Promise<void> {
    await until('nothing is left to be judged or stored', async () => {
      const page = await (await fetch(`${this.#system.url}/metrics`)).text();
      return [...page.matchAll(LAG)].every(([, count]) => Number(count) === 0);
    });
  }
}

function timeOf(observation: Observation | undefined): number {
  return observation?.time ?? Number.POSITIVE_INFINITY;
}
