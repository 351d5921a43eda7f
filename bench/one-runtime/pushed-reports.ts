import { setTimeout as sleep } from 'node:timers/promises';
import { isoOf } from '../../schemas/time.ts';
import { madeStation, NETWORK } from '../made-history.ts';
import type { FormProcess } from './form-process.ts';
import { linesOf, type NetworkShape, reportAt } from './network-shape.ts';

/** How often a list is asked for what was pushed [ms]. */
const ASK_MS = 5;
const MOST_MS = 600_000;
const PAGE = 5_000;

/** How long something took from its acknowledgement on [ms]; the push itself until that. */
export interface Course {
  readonly acknowledged: number;
  readonly readable: number;
  readonly judged: number;
}

/** The reports of a network on their way into a system, one after the other through the slots. */
export class PushedReports {
  readonly #shape: NetworkShape;
  readonly #first: number;
  #next = 0;

  /** @param first slot of the first report */
  constructor(shape: NetworkShape, first: number) {
    this.#shape = shape;
    this.#first = first;
  }

  /** Reports that were pushed. */
  get pushed(): number {
    return this.#next;
  }

  /** Pushes so many as fast as they are answered; resolves with how long each push took [ms]. */
  async push(process: FormProcess, count: number): Promise<number[]> {
    const { atOnce, pushes } = this.#shape;
    const until = this.#next + count;
    const took: number[] = [];
    const work = async () => {
      while (this.#next < until) took.push(await this.#pushNext(process, Math.min(atOnce, until - this.#next)));
    };
    await Promise.all(Array.from({ length: pushes }, work));
    return took;
  }

  /** The same until something is over; a push that fails because of that ends it. */
  async pushUntil(process: FormProcess, over: Promise<unknown>): Promise<void> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    void over.then(end, end);
    const work = async () => {
      while (!isOver) await this.#pushNext(process, this.#shape.atOnce).catch(end);
    };
    await Promise.all(Array.from({ length: this.#shape.pushes }, work));
    await over;
  }

  /** Pushes so many and follows the last of them until it has been judged. */
  async follow(process: FormProcess, count: number): Promise<Course> {
    const acknowledged = await this.#pushNext(process, count);
    const began = performance.now();
    const { index, time } = reportAt(this.#shape, this.#first, this.#next - 1);
    const filter = `network=${NETWORK}&station=${madeStation(index)}&from=${isoOf(time)}&to=${isoOf(time)}`;
    let readable: number | null = null;
    for (const end = began + MOST_MS; performance.now() < end; await sleep(ASK_MS)) {
      const answer = await fetch(`${process.system.url}/api/v1/observations?${filter}`);
      const { observations = [] } = (await answer.json()) as { observations?: readonly { flags: unknown }[] };
      if (observations.length === 0) continue;
      readable ??= performance.now() - began;
      if (observations[0].flags !== null) return { acknowledged, readable, judged: performance.now() - began };
    }
    throw new Error(`a report of ${isoOf(time)} was not judged within ${MOST_MS / 60_000} minutes`);
  }

  /** How many anomalies there are of what was pushed: what both forms have to find alike. */
  async anomalies({ system }: FormProcess): Promise<number> {
    const filter = `network=${NETWORK}&from=${isoOf(reportAt(this.#shape, this.#first, 0).time)}&limit=${PAGE}`;
    let found = 0;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const answer = await fetch(`${system.url}/api/v1/anomalies?${filter}${page}`);
      const { anomalies, next_cursor } = (await answer.json()) as { anomalies: unknown[]; next_cursor: string | null };
      found += anomalies.length;
      cursor = next_cursor;
    }
    return found;
  }

  async #pushNext(process: FormProcess, count: number): Promise<number> {
    const from = this.#next;
    this.#next += count;
    const body = linesOf(this.#shape, this.#first, from, from + count);
    const began = performance.now();
    const send = () => post(process, 'observations', 'application/x-ndjson', body);
    // A connection that was idle may be closed just as it is used again.
    await send().catch((error: unknown) => {
      if (!(error instanceof TypeError) || !process.system.running) throw error;
      return send();
    });
    return performance.now() - began;
  }
}

/** Posts to a system; throws where not all of it is taken. */
export async function post(
  { system }: FormProcess,
  what: 'stations' | 'observations',
  type: string,
  body: string,
): Promise<void> {
  const answer = await fetch(`${system.url}/api/v1/${what}?network=${NETWORK}`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
  });
  const text = await answer.text();
  if (answer.ok && /"dead_letters":0|"registered":/.test(text)) return;
  throw new Error(`${what}: ${answer.status} ${text.slice(0, 300)}`);
}
