import { open } from 'node:fs/promises';
import { assertRegularFile } from './path-reason.ts';

/**
 * The first bytes of a file, by which formats know their own.
 *
 * @param length how many; what the file does not have is 0
 * @throws what the system says of the path, see `pathReason`; a pipe or a folder is refused
 */
export async function headOfFile(path: string, length: number): Promise<Buffer> {
  const head = Buffer.alloc(length);
  await assertRegularFile(path);
  const file = await open(path, 'r');
  try {
    await file.read(head, 0, length, 0);
  } finally {
    await file.close();
  }
  return head;
}
