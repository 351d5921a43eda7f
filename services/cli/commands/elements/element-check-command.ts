import { readFile } from 'node:fs/promises';
import { readElementFile } from '../../../../schemas/elements/element-file.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { assertRegularFile, pathReason } from '../../../../schemas/path-reason.ts';
import { printable } from '../../../../schemas/printable.ts';
import type { CommandIo } from '../../frame/command-frame.ts';

/** `halcyon element check FILE ...`: each file in one line; a file that cannot be used with all that is wrong with it. */
export async function elementCheckCommand(files: readonly string[], { stdout }: CommandIo): Promise<number> {
  const problems: string[] = [];
  for (const file of files) {
    const { elements, problems: found } = readElementFile(await textOf(file));
    problems.push(...found.map((problem) => `${file}: ${problem}`));
    if (found.length > 0) continue;
    const names = elements.map(({ name, unit }) => `${name} [${unit}]`).join(', ');
    stdout.write(
      `${printable(`${file}: ${elements.length === 1 ? '1 element' : `${elements.length} elements`}: ${names}`)}\n`,
    );
  }
  if (problems.length === 0) return 0;
  throw new HalcyonError('invalid_parameter', problems.join('; '), {
    problems: problems.map((msg) => ({ loc: ['file'], msg, type: 'value_error' })),
  });
}

async function textOf(file: string): Promise<string> {
  try {
    await assertRegularFile(file);
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new HalcyonError('invalid_parameter', `${file} cannot be read: ${pathReason(cause)}`, { cause });
  }
}
