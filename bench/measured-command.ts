import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packageFile } from '../schemas/package-root.ts';

/** Prints what the process took when it ends: user and system time [us]. */
const METER = `process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('cpu '+(user+system)+'\\n')})`;

/**
 * Runs the built `anomaly-detector` and measures it.
 *
 * @returns its console report, and the CPU time it took, user and system [s]
 * @throws Error where the command fails
 */
export async function measuredCommand(args: readonly string[]): Promise<{ stdout: string; cpuSeconds: number }> {
  const command = packageFile('dist/services/cli/anomaly-detector.js');
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(METER)}`, command, ...args],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return { stdout, cpuSeconds: Number(/^cpu (\d+)$/m.exec(stderr)?.[1]) / 1e6 };
}
