import type { Feed } from '../../../../ingest/feeds/feed.ts';
import { LogIntake } from '../../../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../../../ingest/intake/station-directory.ts';
import type { Intake } from '../../../../ingest/intake.ts';
import { linesTo } from '../../../../schemas/logger.ts';
import { until } from '../../../until.ts';
import { MemoryLog } from '../../memory-log.ts';

/** A feed that runs, and what it brought so far. */
export interface RunningFeed {
  readonly log: MemoryLog;
  readonly said: readonly string[];
  /** Station and time [minutes after the clock's hour] of every observation, in order of arrival. */
  observations(): string[];
  /** Waits until so many observations and dead letters are there. */
  until(count: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs a feed into a log in memory.
 *
 * @param before awaited before each submit; what it throws the intake does too
 */
export function runFeedOn(feed: Feed, now: number, before: () => Promise<void> | void = () => {}): RunningFeed {
  const log = new MemoryLog();
  const said: string[] = [];
  const controller = new AbortController();
  const inner = new LogIntake({ log, stations: new StationDirectory(), now: () => now, hindsightMs: 3_600_000 });
  const intake: Intake = {
    submit: async (...given) => {
      await before();
      return inner.submit(...given);
    },
  };
  const context = {
    intake,
    signal: controller.signal,
    now: () => now,
    logger: linesTo((line: string) => said.push(line)),
  };
  const ended = feed.run(context);
  const brought = () => log.of('observations').length + log.of('dead-letters').length;
  return {
    log,
    said,
    observations: () => log.values('observations').map(({ station, time }) => `${station} ${(time - now) / 60_000}`),
    until: async (count) => {
      await until(
        () => `${count} came; ${brought()} did, and it said: ${said.join('; ')}`,
        () => brought() >= count,
        15_000,
      );
    },
    stop: async () => {
      controller.abort();
      await ended;
    },
  };
}
