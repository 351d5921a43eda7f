import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../schemas/package-root.ts';
import { freePort, type RunningServer, startProgram } from './server-process.ts';

/** One process of Halcyon: some of its parts. */
export interface HalcyonPart {
  /** As `--only` takes it. */
  readonly only: string;
  /** Where it listens. */
  readonly url: string;
  readonly running: RunningServer;
}

/** How a process is started. */
export interface HalcyonPartOptions {
  readonly only: string;
  /** Where it listens if that is free; else at a free port. */
  readonly port: number;
  readonly environment: NodeJS.ProcessEnv;
  /** Folder of what it keeps by itself. */
  readonly folder: string;
  /** Takes each line that it writes. */
  readonly say: (line: string) => void;
}

/** A start on a busy machine, with windows to be rebuilt [ms]. */
const READY_MS = 180_000;

/**
 * Starts parts of the built Halcyon as a process of their own and waits until it is ready.
 *
 * @throws Error with its last words where it ends or is not ready in time
 */
export async function startPart({ only, port, environment, folder, say }: HalcyonPartOptions): Promise<HalcyonPart> {
  const free = await freePort(port);
  const url = `http://127.0.0.1:${free}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const running = await startProgram(
    {
      command: process.execPath,
      args: [packageFile('dist', 'services', 'cli', 'halcyon.js'), 'run', '--only', only],
      cwd: folder,
      environment: {
        ...environment,
        HALCYON_HOST: '127.0.0.1',
        PORT: String(free),
        HALCYON_DATA: join(folder, 'data'),
        NODE_OPTIONS: '',
      },
      readyMs: READY_MS,
      heard: lineByLine(say),
    },
    () => isReady(url),
  );
  return { only, url, running };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** Cuts what comes in pieces into lines. */
function lineByLine(take: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  };
}
