import { messageOf } from './errors.ts';

/** Levels of lines, the most talkative first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a line is about, by name: a topic, a partition, a count. `cause` is what went wrong. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Where a long-running part writes what it does. A message is one line without a full stop; numbers and names that somebody
 * may look for are fields.
 *
 *   trace  each single step, such as an insert
 *   debug  what an operator follows when something is slow or missing: batches, commits, partitions, connections
 *   info   what happens rarely, and is as it should be
 *   warn   what is tried again or goes on with less
 *   error  what failed, with its cause
 */
export interface Logger {
  trace(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log for a part of the system: its lines carry the name. */
  of(part: string): Logger;
}

/** A logger of a part that hands over each line with its level. */
export function loggerOf(
  part: string,
  write: (level: LogLevel, part: string, message: string, fields: LogFields) => void,
): Logger {
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) =>
      write(level, part, message, fields);
  return {
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    of: (other) => loggerOf(other, write),
  };
}

/** Writes nothing. */
export const SILENT: Logger = loggerOf('', () => undefined);

/** Lines from `info` on as plain text with their cause: of a command that somebody waits for. */
export function linesTo(say: (line: string) => void): Logger {
  return loggerOf('', (level, part, text, { cause }) => {
    if (level === 'trace' || level === 'debug') return;
    const message = part === '' ? text : `${part}: ${text}`;
    say(cause === undefined ? message : `${message}: ${messageOf(cause)}`);
  });
}
