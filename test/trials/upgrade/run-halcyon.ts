import { spawn } from 'node:child_process';

/** A start that is not refused would go on for good [ms]. */
const MOST_MS = 120_000;

/**
 * Runs a command of a version on a data folder.
 *
 * @param command path of the version's command
 * @returns its exit code, null where it went on and was ended, and what it wrote
 */
export async function runHalcyon(
  command: string,
  data: string,
  words: readonly string[],
): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = spawn(process.execPath, [command, ...words], {
    env: { ...process.env, HALCYON_DATA: data, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (text += bytes.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, text: text.trim() };
}
