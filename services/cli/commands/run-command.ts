import { shown } from '../../../ingest/validation/refusal.ts';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Part } from '../../../schemas/parts.ts';
import { printable } from '../../../schemas/printable.ts';
import { unknownSettingWarnings } from '../../../schemas/unknown-settings.ts';
import { chosenParts } from '../../system/chosen-parts.ts';
import { type System, startSystem } from '../../system/system.ts';
import { openOperatorLog } from '../../telemetry/operator-log.ts';
import { startTelemetry } from '../../telemetry/start-telemetry.ts';
import type { CommandIo } from '../frame/command-frame.ts';

/** What `halcyon run` was told. */
export interface RunOptions {
  readonly insecure: boolean;
  /** Parts of the system that this process is to have; all where not given. */
  readonly only?: string;
  /** In place of the setting `PORT`. */
  readonly port?: string;
}

/** `halcyon run`: the system, or some of its parts, in this process, until it is told to stop. */
export async function runCommand(options: RunOptions, io: CommandIo): Promise<number> {
  const began = performance.now();
  // Nobody else may read or write what this process makes.
  process.umask(0o077);
  const parts = chosenParts(options.only);
  const configuration = readConfiguration(withPort(io.environment, options.port));
  const log = await openOperatorLog(configuration, io);
  const { logger } = log;
  for (const line of unknownSettingWarnings(io.environment)) logger.warn(line);
  const telemetry = await startTelemetry(configuration, logger.of('telemetry'));
  try {
    const starting = startSystem({
      configuration,
      parts,
      insecure: options.insecure,
      now: io.now,
      logger,
      ...(configuration.accessLog && { logAccess: log.access }),
      metrics: () => telemetry.metrics(),
    });
    const system = await unlessInterrupted(starting, io.signal);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    log.lines(readyLines(parts, options.only, seconds, system.url, printable(configuration.data)));
    await new Promise<void>((resolve) => {
      if (io.signal.aborted) resolve();
      io.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    log.lines(['Stopping ...']);
    await system.stop();
    return 0;
  } finally {
    await telemetry.stop();
  }
}

/** @throws HalcyonError `invalid_parameter` */
function withPort(environment: CommandIo['environment'], port: string | undefined): CommandIo['environment'] {
  if (port === undefined) return environment;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new HalcyonError('invalid_parameter', `--port is ${shown(port)}, should be a whole number from 0 to 65535`);
  }
  return { ...environment, PORT: port };
}

function readyLines(
  parts: ReadonlySet<Part>,
  only: string | undefined,
  seconds: string,
  url: string,
  data: string,
): string[] {
  const ready = `Halcyon is ready after ${seconds} s. Ctrl-C stops it.`;
  const anomalies = `  anomalies  ${url}/api/v1/anomalies`;
  if (only === undefined) {
    const analyse = '  analyse    npx anomaly-detector --spatial-verify --save report.json';
    return [ready, `  map        ${url}/map`, `  services   ${url}`, anomalies, `  data       ${data}`, analyse];
  }
  const lines = [ready, `  parts      ${[...parts].join(', ')}`, `  state      ${url}/readyz`];
  if (parts.has('web')) lines.push(`  map        ${url}/map`);
  return parts.has('detection') ? [...lines, anomalies] : lines;
}

/** A start that waits for a server or for another process is given up at once: what it has acknowledged is stored. */
async function unlessInterrupted(starting: Promise<System>, signal: AbortSignal): Promise<System> {
  let giveUp = () => {};
  const interrupted = new Promise<never>((_, reject) => {
    giveUp = () => reject(new HalcyonError('interrupted', 'interrupted while the system was starting'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([starting, interrupted]);
  } catch (error) {
    starting.then(
      (system) => system.stop(),
      () => undefined,
    );
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
