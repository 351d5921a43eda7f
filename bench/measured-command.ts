import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packageFile } from '../schemas/package-root.ts';

/** Prints what the process took when it ends: user and system time [us], largest memory [KiB]. */
const METER = `process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('cpu '+(user+system)+' '+process.resourceUsage().maxRSS+'\\n')})`;

/** What a command printed and took. */
export interface MeasuredCommand {
  readonly stdout: string;
  /** CPU time of its process, user and system [s]; an engine's process beside it is not counted. */
  readonly cpuSeconds: number;
  /** From its start to its end by the clock [s]. */
  readonly seconds: number;
  /** Largest memory of its process [MiB]. */
  readonly memoryMib: number;
}

/** Which program is run, and with what settings. */
export interface MeasuredProgram {
  readonly program?: 'anomaly-detector' | 'halcyon';
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Runs a built program, `anomaly-detector` where no other is named, and measures it.
 *
 * @throws Error where the command fails
 */
export async function measuredCommand(
  args: readonly string[],
  { program = 'anomaly-detector', environment = process.env }: MeasuredProgram = {},
): Promise<MeasuredCommand> {
  const command = packageFile('dist', 'bin', `${program}.js`);
  const began = performance.now();
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(METER)}`, command, ...args],
    { maxBuffer: 2 ** 28, env: environment },
  );
  const seconds = (performance.now() - began) / 1000;
  const [, cpu, memory] = /^cpu (\d+) (\d+)$/m.exec(stderr) ?? [];
  return { stdout, cpuSeconds: Number(cpu) / 1e6, seconds, memoryMib: Number(memory) / 1024 };
}
