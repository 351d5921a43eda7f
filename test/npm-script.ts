import { spawn } from 'node:child_process';
import { packageFile } from '../schemas/package-root.ts';

/** What a script of package.json wrote, on either stream in the order in which it came, and its exit code: 1 where it could not begin. */
export async function npmScript(name: string): Promise<{ readonly written: string; readonly code: number }> {
  const child = spawn('npm', ['run', '--silent', name], { cwd: packageFile(), stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      written += chunk.toString('utf8');
    });
  }
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      written += `${error.message}\n`;
      resolve(1);
    });
    child.once('close', (status) => resolve(status ?? 1));
  });
  return { written, code };
}
