import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What methods that learn are compared with. */
export const LEARNING: readonly string[] = ['numpy==2.4.6', 'scipy==1.17.1', 'scikit-learn==1.9.1'];
/** Spatial checks of the Norwegian Meteorological Institute, to compare with. */
export const TITANLIB = 'titanlib==0.4.0';
/** What the example for notebooks needs. */
export const NOTEBOOK: readonly string[] = ['pandas==3.1.1', 'pyarrow==26.0.1', 'requests==2.34.2'];

/**
 * A Python with packages, kept for the next run.
 *
 * @param packages with their versions: `authlib==1.6.5`
 * @returns path of the interpreter; or why there is none, with what would be needed
 */
export async function pythonWith(packages: readonly string[]): Promise<{ python: string } | { missing: string }> {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'halcyon', 'python');
  const digest = createHash('sha256').update(packages.join()).digest('hex').slice(0, 16);
  const place = join(cache, digest);
  const python = join(place, 'bin', 'python');
  if (existsSync(python)) return { python };
  mkdirSync(cache, { recursive: true });
  const filling = mkdtempSync(join(cache, 'fetching-'));
  try {
    await run('python3', ['-m', 'venv', filling]);
    // By its interpreter: the folder moves when it is whole, and scripts name the place where they were made.
    await run(join(filling, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...packages]);
    renameSync(filling, place);
    return { python };
  } catch (error) {
    rmSync(filling, { recursive: true, force: true });
    const [line] = String((error as { stderr?: string }).stderr ?? error).split('\n');
    return { missing: `python3 with venv, pip and ${packages.join(', ')} cannot be had: ${line}` };
  }
}
