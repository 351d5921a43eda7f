import { type RunningServer, startProgram } from './server-process.ts';

/**
 * Starts a Java program and waits until it is ready. It ends with this process.
 *
 * @param ready asked again until it answers true; sees what the program has written so far
 * @throws Error with its last words where it ends or is not ready in time
 */
export function startJava(
  args: readonly string[],
  cwd: string,
  ready: (written: string) => boolean | Promise<boolean>,
): Promise<RunningServer> {
  return startProgram({ command: 'java', args, cwd }, ready);
}
