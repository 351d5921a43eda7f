import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packageFile } from '../schemas/package-root.ts';

/** Prints what the process took when it ends: user and system time [us]. */
const METER = `process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('cpu '+(user+system)+'\\n')})`;

/** What a command printed and took. */
export interface MeasuredCommand {
  readonly stdout: string;
  /** CPU time of its process, user and system [s]; an engine's process beside it is not counted. */
  readonly cpuSeconds: number;
  /** From its start to its end by the clock [s]. */
  readonly seconds: number;
}

/**
 * Runs the built `anomaly-detector` and measures it.
 *
 * @throws Error where the command fails
 */
export async function measuredCommand(args: readonly string[]): Promise<MeasuredCommand> {
  const command = packageFile('dist/services/cli/anomaly-detector.js');
  const began = performance.now();
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(METER)}`, command, ...args],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const seconds = (performance.now() - began) / 1000;
  return { stdout, cpuSeconds: Number(/^cpu (\d+)$/m.exec(stderr)?.[1]) / 1e6, seconds };
}
