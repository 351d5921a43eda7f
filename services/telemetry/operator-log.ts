import { trace } from '@opentelemetry/api';
import type { Configuration } from '../../schemas/configuration.ts';
import { messageOf } from '../../schemas/errors.ts';
import { printable } from '../../schemas/printable.ts';
import type { AnsweredRequest } from './answered-request.ts';
import { currentRequest } from './current-request.ts';

/** What a process writes while it runs. */
export interface OperatorLog {
  /** One line for the operator. */
  readonly say: (line: string) => void;
  /** Several that belong together, set as they are where people read them. */
  readonly lines: (lines: readonly string[]) => void;
  /** What went wrong, and its private cause. */
  readonly failure: (line: string, cause: unknown) => void;
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

/** Opens the log of a process: failures go to standard error, everything else to standard output. */
export async function openOperatorLog(format: Configuration['logFormat'], io: Outputs): Promise<OperatorLog> {
  return format === 'json' ? jsonLog(io) : textLog(io);
}

function textLog({ stdout, stderr }: Outputs): OperatorLog {
  const ofRequest = () => (currentRequest() === null ? '' : ` (request ${currentRequest()})`);
  const say = (line: string) => void stdout.write(`${printable(line)}\n`);
  return {
    say,
    lines: (lines) => void stdout.write(`${lines.join('\n')}\n`),
    failure: (line, cause) => void stderr.write(`${printable(`${line}: ${messageOf(cause)}${ofRequest()}`)}\n`),
    access: ({ method, path, status, milliseconds, client }) =>
      say(`${client} ${method} ${path} ${status} ${milliseconds} ms${ofRequest()}`),
  };
}

/** Each line is an object with `time`, `level` and `message`; with `request_id` and `trace_id` where there is one. */
async function jsonLog({ stdout, stderr, now }: Outputs): Promise<OperatorLog> {
  // Other commands do without it.
  const { pino } = await import('pino');
  const settings = {
    base: null,
    messageKey: 'message',
    timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
    formatters: { level: (level: string) => ({ level }) },
    mixin: present,
  };
  const [out, err] = [stdout, stderr].map((stream) => pino(settings, { write: (text) => void stream.write(text) }));
  const say = (line: string) => out.info(printable(line));
  return {
    say,
    lines: (lines) => lines.forEach((line) => void say(line.trim())),
    failure: (line, cause) => err.error({ cause: printable(messageOf(cause)) }, printable(line)),
    access: ({ milliseconds, ...answered }) =>
      out.info({ ...answered, duration_ms: milliseconds }, `${answered.method} ${printable(answered.path)}`),
  };
}

/** What is being worked on. */
function present(): object {
  const [request, span] = [currentRequest(), trace.getActiveSpan()?.spanContext()];
  return { ...(request !== null && { request_id: request }), ...(span !== undefined && { trace_id: span.traceId }) };
}
