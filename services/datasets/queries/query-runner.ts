import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SETTINGS } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { LONGEST_STATEMENT, tooLong } from './check-statement.ts';
import { FairQueue } from './fair-queue.ts';
import { linkFiles } from './linked-files.ts';
import { type Limit, OUTPUT, SPILL } from './query-messages.ts';
import type { QueryLimits, QueryRequest, QueryResult } from './query-request.ts';
import { type RunEnd, runInProcess } from './run-in-process.ts';

export type { FileFormat, QueryFile, QueryLimits, QueryRequest, QueryResult } from './query-request.ts';

/** Memory of a process beside what its engine counts [bytes]. */
const PROCESS_MEMORY = 256 * 2 ** 20;
/** What the engine may put aside on disk, in its memory. */
const SPILLED = 4;
const NO_ROOM = 'the disk that queries work on is full: nothing was stored; make room, then ask again';
/** How long the engine may take to answer that it is there [ms]. */
const CHECK_MS = 10_000;

/**
 * Runs statements of users over given files, each in a process of its own that reaches nothing else and leaves nothing
 * behind. A few run at once; callers take turns.
 */
export class QueryRunner {
  readonly #limits: QueryLimits;
  readonly #queue: FairQueue;
  readonly #threads: number;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #checking: Promise<string> | null = null;

  /** @param limits of each run, and how many run at once */
  constructor({ atOnce, ...limits }: QueryLimits & { readonly atOnce: number }) {
    this.#limits = limits;
    this.#queue = new FairQueue(atOnce);
    // Each may use every processor: the system shares them where several run.
    this.#threads = availableParallelism();
  }

  /**
   * Runs a statement when it is its turn; its result is in the folder of the run. Aborting the signal ends it.
   *
   * @throws HalcyonError `query_failed` where the statement is refused, fails or reaches a limit; `overloaded` where too
   * many wait; `storage_unavailable` for a file that cannot be read; `insufficient_storage` where the disk is full; the
   * signal's reason where it was aborted
   */
  async run(request: QueryRequest): Promise<QueryResult> {
    if (request.statement.length > LONGEST_STATEMENT) throw tooLong();
    const signal = AbortSignal.any([request.signal, this.#closing.signal]);
    return this.#queue.run(request.caller, signal, () => this.#watched(request, this.#limits.timeMs, signal));
  }

  /**
   * Runs a query of its own, beside those that wait.
   *
   * @returns the engine's version, such as `v1.5.5`
   * @throws HalcyonError where it cannot run
   */
  check(): Promise<string> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** Ends every run, and those that wait. */
  async close(): Promise<void> {
    this.#closing.abort(new HalcyonError('interrupted', 'the services are stopping; ask again later'));
    await Promise.allSettled(this.#running);
  }

  async #check(): Promise<string> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const folder = await mkdtemp(join(tmpdir(), 'halcyon-query-'));
    try {
      const request = { statement: 'SELECT 42 AS answer', files: new Map(), folder };
      return (await this.#watched(request, CHECK_MS, signal)).engine;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** A run that closing waits for. */
  async #watched(request: Omit<QueryRequest, 'caller' | 'signal'>, timeMs: number, signal: AbortSignal) {
    const run = this.#run(request, timeMs, signal);
    this.#running.add(run);
    try {
      return await run;
    } finally {
      this.#running.delete(run);
    }
  }

  async #run(
    { statement, files, folder }: Omit<QueryRequest, 'caller' | 'signal'>,
    timeMs: number,
    signal: AbortSignal,
  ): Promise<QueryResult> {
    const { memory, rows, output } = this.#limits;
    const limits = { memory, resident: memory + PROCESS_MEMORY, disk: SPILLED * memory, rows, output };
    const path = join(folder, OUTPUT);
    try {
      const linked = [...(await linkFiles(folder, files))];
      const job = { statement, files: linked, limits, threads: this.#threads };
      const report = await runInProcess(job, folder, timeMs, signal);
      if (report.kind !== 'done') throw failure(report, { ...this.#limits, timeMs });
      const { bytes, columns, engine } = report;
      return { path, rows: report.rows, bytes, columns, engine };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await rm(join(folder, SPILL), { recursive: true, force: true });
    }
  }
}

/** Why a run has no result. */
function failure(report: Exclude<RunEnd, { kind: 'done' }>, limits: QueryLimits): HalcyonError {
  if (report.kind === 'failed') return new HalcyonError('query_failed', report.message);
  if (report.kind === 'full') return new HalcyonError('insufficient_storage', NO_ROOM);
  if (report.kind === 'limit') return new HalcyonError('query_failed', limitReached(report.limit, limits));
  const message =
    'The statement ended its process: the engine could not cope with it, or this machine is short of memory. Try a simpler one, or fewer rows at a time.';
  return new HalcyonError('query_failed', message, { cause: new Error(report.detail) });
}

/** Says which limit a run has reached, and the setting that it comes from. */
function limitReached(limit: Limit, { timeMs, memory, rows, output }: QueryLimits): string {
  const { queryTimeMs, queryMemory, queryRows, queryOutput } = SETTINGS;
  switch (limit) {
    case 'time':
      return `The statement ran longer than a query may, ${timeMs / 1000} s (${queryTimeMs.name}).`;
    case 'memory':
      return `The statement needs more memory than a query may take, ${mebibytes(memory)} (${queryMemory.name}).`;
    case 'disk':
      return `The statement puts aside more on disk than a query may, ${mebibytes(SPILLED * memory)} (${SPILLED} times ${queryMemory.name}).`;
    case 'rows':
      return `The result has more rows than that of a query may, ${rows} (${queryRows.name}).`;
    case 'output':
      return `The result is larger than that of a query may be, ${mebibytes(output)} (${queryOutput.name}).`;
  }
}

/** A size in bytes as MiB. */
function mebibytes(size: number): string {
  return `${Math.round((size / 2 ** 20) * 1000) / 1000} MiB`;
}
