import { readConfiguration } from '../../../schemas/configuration.ts';
import { messageOf } from '../../../schemas/errors.ts';
import { startSystem } from '../../system/system.ts';
import type { CommandIo } from '../command-frame.ts';
import { printable } from '../terminal/printable.ts';

/** `halcyon run`: the whole system in this process, until it is told to stop. */
export async function runCommand(options: { readonly insecure: boolean }, io: CommandIo): Promise<number> {
  const began = performance.now();
  const configuration = readConfiguration(io.environment);
  const say = (line: string) => io.stdout.write(`${printable(line)}\n`);
  const system = await startSystem({
    configuration,
    insecure: options.insecure,
    now: io.now,
    say,
    logFailure: (line, cause) => io.stderr.write(`${printable(`${line}: ${messageOf(cause)}`)}\n`),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  io.stdout.write(
    [
      `Halcyon is ready after ${seconds} s. Ctrl-C stops it.`,
      `  services   ${system.url}`,
      `  anomalies  ${system.url}/api/v1/anomalies`,
      `  data       ${printable(configuration.data)}`,
      '  analyse    npx anomaly-detector --spatial-verify --save report.json',
      '',
    ].join('\n'),
  );
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  say('Stopping ...');
  await system.stop();
  return 0;
}
