import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithThisProcess } from '../../../deploy/servers/parting.ts';
import { freePort } from '../../../deploy/servers/server-process.ts';
import { OtlpReceiver } from '../../services/telemetry/otlp-receiver.ts';

const START_MS = 30_000;

/** An OpenTelemetry collector on loopback. */
export interface RunningCollector {
  /** Takes OTLP over HTTP. */
  readonly url: string;
  /** What it passes on of that, written anew by it as JSON. */
  readonly passedOn: OtlpReceiver;
  /** What it said of what it was sent: errors only. */
  complaints(): string[];
  stop(): Promise<void>;
}

/**
 * Starts a collector that takes traces and metrics and passes them on to this process.
 *
 * @param program a collector with the receiver `otlp` and the exporter `otlphttp`
 * @param folder for its settings
 * @throws Error with its words where it does not start
 */
export async function startCollector(program: string, folder: string): Promise<RunningCollector> {
  const passedOn = await new OtlpReceiver().start();
  const port = await freePort();
  const settings = join(folder, 'collector.yaml');
  const pipeline = { receivers: ['otlp'], exporters: ['otlphttp'] };
  writeFileSync(
    settings,
    JSON.stringify({
      receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
      exporters: { otlphttp: { endpoint: passedOn.url, encoding: 'json', compression: 'none' } },
      service: {
        telemetry: { metrics: { level: 'none' } },
        pipelines: { metrics: pipeline, traces: pipeline, logs: pipeline },
      },
    }),
  );
  const child = spawn(program, ['--config', settings], { stdio: ['ignore', 'pipe', 'pipe'] });
  endWithThisProcess(child);
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
    await passedOn.stop();
  };
  for (const end = performance.now() + START_MS; !said.includes('Everything is ready'); await sleep(50)) {
    if (child.exitCode === null && performance.now() < end) continue;
    await stop();
    throw new Error(`the collector did not start: ${said.slice(-1000)}`);
  }
  const complaints = () => said.split('\n').filter((line) => /\t(warn|error)\t/.test(line));
  return { url: `http://127.0.0.1:${port}`, passedOn, complaints, stop };
}
