import { trace } from '@opentelemetry/api';
import type { Configuration } from '../../schemas/configuration.ts';
import { messageOf } from '../../schemas/errors.ts';
import { LOG_LEVELS, type LogFields, type Logger, type LogLevel, loggerOf } from '../../schemas/logger.ts';
import { printable } from '../../schemas/printable.ts';
import type { AnsweredRequest } from './answered-request.ts';
import { currentRequest } from './current-request.ts';

/** What a process writes while it runs. */
export interface OperatorLog {
  readonly logger: Logger;
  /** Lines that belong together and are always shown, set as they are where people read them. */
  readonly lines: (lines: readonly string[]) => void;
  /** A request that was answered. */
  readonly access: (answered: AnsweredRequest) => void;
}

/** Where a process writes to, and its clock. */
interface Outputs {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

interface Output {
  write(text: string): unknown;
}

type Write = (level: LogLevel, part: string, message: string, fields: LogFields) => void;

/** The part that a process itself is in its log. */
const OF_PROCESS = 'system';

/**
 * Opens the log of a process: what failed goes to standard error, everything else to standard output.
 *
 * @param settings `logLevel`: lines of lower levels are left out
 */
export async function openOperatorLog(
  { logFormat, logLevel }: Pick<Configuration, 'logFormat' | 'logLevel'>,
  io: Outputs,
): Promise<OperatorLog> {
  const write = logFormat === 'json' ? await jsonLines(io) : textLines(io);
  const least = LOG_LEVELS.indexOf(logLevel);
  const logger = loggerOf(OF_PROCESS, (level, part, message, fields) => {
    if (LOG_LEVELS.indexOf(level) >= least) write(level, part, message, fields);
  });
  return {
    logger,
    lines: (lines) => {
      if (logFormat === 'text') io.stdout.write(`${lines.join('\n')}\n`);
      else for (const line of lines) write('info', OF_PROCESS, line.trim(), {});
    },
    access: ({ milliseconds, ...answered }) =>
      write('info', 'http', `${answered.method} ${answered.path}`, { ...answered, duration_ms: milliseconds }),
  };
}

/** `2026-01-01T00:00:00Z warn Kafka: no broker answers yet: connection refused brokers=localhost:9092`. */
function textLines({ stdout, stderr, now }: Outputs): Write {
  return (level, part, message, { cause, ...fields }) => {
    const why = cause === undefined ? '' : `: ${messageOf(cause)}`;
    const named = Object.entries({ ...fields, ...present() }).map(([name, value]) => ` ${name}=${textOf(value)}`);
    const time = new Date(now()).toISOString().replace(/\.\d+/, '');
    const line = `${time} ${level} ${part}: ${message}${why}${named.join('')}`;
    (level === 'error' ? stderr : stdout).write(`${printable(line)}\n`);
  };
}

/** A value of a field as one word; in quotes where it is several. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}

/** Each line is an object with `time`, `level`, `part`, `message` and its fields; with `request_id` and `trace_id` where there is one. */
async function jsonLines({ stdout, stderr, now }: Outputs): Promise<Write> {
  // Other commands do without it.
  const { pino } = await import('pino');
  const settings = {
    base: null,
    level: LOG_LEVELS[0],
    messageKey: 'message',
    timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
    formatters: { level: (level: string) => ({ level }) },
    mixin: present,
  };
  const [out, err] = [stdout, stderr].map((stream) => pino(settings, { write: (text) => void stream.write(text) }));
  return (level, part, message, { cause, ...fields }) => {
    const why = cause === undefined ? {} : { cause: printable(messageOf(cause)) };
    (level === 'error' ? err : out)[level]({ part, ...fields, ...why }, printable(message));
  };
}

/** What is being worked on. */
function present(): Readonly<Record<string, string>> {
  const [request, span] = [currentRequest(), trace.getActiveSpan()?.spanContext()];
  return { ...(request !== null && { request_id: request }), ...(span !== undefined && { trace_id: span.traceId }) };
}
