import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pythonWith } from './python-packages.ts';

const run = promisify(execFile);

/** Decoders of BUFR; pybufrkit 0.2.25 does not work with bitstring 5. */
const DECODERS: readonly string[] = ['eccodes==2.50.0', 'pybufrkit==0.2.25', 'bitstring==4.4.0'];
/** Its source has real messages among its tests (licence MIT); its wheel has none. */
const SOURCE = 'pybufrkit-0.2.25';

/** A Python with decoders of BUFR, and the folder of real messages; or why there is none. */
export async function bufrPrograms(): Promise<{ python: string; messages: string } | { missing: string }> {
  const found = await pythonWith(DECODERS);
  if ('missing' in found) return found;
  const { python } = found;
  const place = join(dirname(dirname(python)), 'source');
  const messages = join(place, SOURCE, 'tests', 'benchmark_data');
  if (existsSync(messages)) return { python, messages };
  mkdirSync(dirname(place), { recursive: true });
  const filling = mkdtempSync(join(dirname(place), 'source-'));
  try {
    const wanted = ['--no-deps', '--no-binary', ':all:', '--dest', filling, 'pybufrkit==0.2.25'];
    await run(python, ['-m', 'pip', 'download', '--quiet', ...wanted]);
    await run('tar', ['-xzf', join(filling, `${SOURCE}.tar.gz`), '-C', filling]);
    renameSync(filling, place);
    return { python, messages };
  } catch (error) {
    rmSync(filling, { recursive: true, force: true });
    const [line] = String((error as { stderr?: string }).stderr ?? error).split('\n');
    return { missing: `the source of pybufrkit 0.2.25 cannot be had: ${line}` };
  }
}
