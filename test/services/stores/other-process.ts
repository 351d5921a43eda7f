import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { packageFile } from '../../../schemas/package-root.ts';

/** Another process that owns the embedded store of a folder. */
export interface OtherOwner {
  readonly process: ChildProcess;
  /** Process id of its engine. */
  readonly enginePid: number;
  /** Lets it close its store and end. */
  close(): Promise<void>;
  /** Kills it without a word. */
  kill(): Promise<void>;
}

/** Starts a process that opens `folder`; resolves when it has. */
export async function otherOwner(folder: string, role: 'system' | 'command'): Promise<OtherOwner> {
  const script = packageFile('test', 'services', 'stores', 'engine-owner.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, role], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let trouble = '';
  child.stderr.on('data', (chunk: Buffer) => {
    trouble += chunk.toString('utf8');
  });
  const ended = once(child, 'exit');
  const line = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk)),
    ended.then(() => Promise.reject(new Error(trouble))),
  ]);
  const end = async (how: () => void): Promise<void> => {
    how();
    await ended;
  };
  return {
    process: child,
    enginePid: Number(line),
    close: () => end(() => child.stdin.end()),
    kill: () => end(() => child.kill('SIGKILL')),
  };
}
