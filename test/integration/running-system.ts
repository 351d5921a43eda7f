import assert from 'node:assert/strict';
import { readConfiguration } from '../../schemas/configuration.ts';
import { messageOf } from '../../schemas/errors.ts';
import type { AnomalyAnswer } from '../../schemas/http/answers/anomaly-answer.ts';
import type { ObservationAnswer } from '../../schemas/http/answers/observation-answer.ts';
import { loggerOf } from '../../schemas/logger.ts';
import type { Part } from '../../schemas/parts.ts';
import type { ShortTermReport } from '../../schemas/reports/report.ts';
import { detectCommand } from '../../services/cli/detector/detect-command.ts';
import { type Command, runInFrame } from '../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../services/cli/halcyon-command.ts';
import { chosenParts } from '../../services/system/chosen-parts.ts';
import { type System, startSystem } from '../../services/system/system.ts';
import { recordedIo } from '../services/cli/recorded-io.ts';
import { until } from '../until.ts';
import type { Report } from './calm-network.ts';

/** What became of a pushed item, as the answer has it. */
export interface PushedItem {
  readonly status: 'accepted' | 'dead_letter';
  readonly id?: string;
  readonly reason?: string;
}

/** What a command left behind. */
export interface Done {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The system, or some of its parts, in this process on a data folder, with a clock that the test moves, and commands beside it. */
export class RunningSystem {
  readonly folder: string;
  /** The clock of the system and of the commands, ms since the epoch. */
  clock: number;
  /** Lines for the operator. */
  readonly said: string[] = [];
  /** What the log got: there should be nothing. */
  readonly failures: string[] = [];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #parts: ReadonlySet<Part>;
  #system: System | undefined;

  /** @param only parts that it has; all where not given */
  constructor(folder: string, clock: number, environment: Readonly<Record<string, string>> = {}, only?: string) {
    this.folder = folder;
    this.#parts = chosenParts(only);
    this.clock = clock;
    this.#environment = { HALCYON_DATA: folder, PORT: '0', ...environment };
  }

  /** @param metrics what `/metrics` answers */
  async start(metrics: () => Promise<string> = async () => ''): Promise<this> {
    this.#system = await startSystem({
      configuration: readConfiguration(this.#environment),
      parts: this.#parts,
      insecure: false,
      now: () => this.clock,
      logger: loggerOf('', (level, _part, message, { cause }) => {
        const line = cause === undefined ? message : `${message}: ${messageOf(cause)}`;
        if (level === 'error') this.failures.push(line);
        else if (level !== 'debug' && level !== 'trace') this.said.push(line);
      }),
      metrics,
    });
    return this;
  }

  async stop(): Promise<void> {
    await this.#system?.stop();
    this.#system = undefined;
  }

  get url(): string {
    assert.ok(this.#system !== undefined, 'the system runs');
    return this.#system.url;
  }

  /** Where it listens, whatever its public URL is. */
  get listening(): string {
    assert.ok(this.#system !== undefined, 'the system runs');
    return this.#system.listening;
  }

  /** The JSON of an answer that has to be a good one. */
  async get<T>(path: string): Promise<T> {
    return answered(await fetch(`${this.url}${path}`));
  }

  async send<T>(method: string, path: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    return answered(await fetch(`${this.url}${path}`, { method, headers, body: JSON.stringify(body) }));
  }

  async push(network: string, reports: readonly (Report | object)[]): Promise<PushedItem[]> {
    const answer = await this.send<{ items: PushedItem[] }>('POST', `/api/v1/observations?network=${network}`, reports);
    assert.equal(answer.items.length, reports.length);
    return answer.items;
  }

  /** Pushes reports that have to be accepted, and waits until a system that serves reads has all of them judged. */
  async pushJudged(network: string, reports: readonly Report[], reader: RunningSystem = this): Promise<void> {
    const items = await this.push(network, reports);
    assert.deepEqual(
      items.filter((item) => item.status !== 'accepted'),
      [],
    );
    const times = reports.map((report) => Date.parse(report.time));
    const span = `&from=${Math.min(...times) / 1000}&to=${Math.max(...times) / 1000}`;
    await until('everything pushed is judged', async () => {
      const found = await reader.observations(network, span);
      return found.length >= reports.length && found.every(({ flags }) => flags !== null);
    });
  }

  observations(network: string, filter = ''): Promise<ObservationAnswer[]> {
    return this.#everyPage('observations', `network=${network}${filter}`);
  }

  anomalies(network: string, filter = ''): Promise<AnomalyAnswer[]> {
    return this.#everyPage('anomalies', `network=${network}${filter}`);
  }

  /** Runs `halcyon` on the data folder as another process would, without being one. */
  halcyon(...argv: string[]): Promise<Done> {
    return this.#command(halcyonCommand, argv);
  }

  /** Runs `anomaly-detector` on the data folder. */
  detector(...argv: string[]): Promise<Done> {
    return this.#command(detectCommand, argv);
  }

  /** Analyses over HTTP. */
  detect(body: object): Promise<ShortTermReport> {
    return this.send('POST', '/api/v1/detect', body);
  }

  async #command(command: Command, argv: readonly string[]): Promise<Done> {
    const io = recordedIo({ environment: this.#environment, now: () => this.clock });
    const code = await runInFrame(command, argv, io);
    return { code, out: io.out(), err: io.err() };
  }

  async #everyPage<T>(list: string, filter: string): Promise<T[]> {
    const rows: T[] = [];
    for (let cursor: unknown = ''; cursor !== null; ) {
      const page: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(String(cursor))}`;
      const answer = await this.get<Record<string, unknown>>(`/api/v1/${list}?limit=5000&${filter}${page}`);
      rows.push(...(answer[list] as T[]));
      cursor = answer['next_cursor'];
    }
    return rows;
  }
}

async function answered<T>(response: Response): Promise<T> {
  const text = await response.text();
  assert.ok(response.ok, `${response.url}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}
