import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Attack, atMost } from '../attack.ts';
import { AttackedSystem } from '../attacked-system.ts';

/** A data folder that an installer has made for everybody to read, with an umask that lets everybody write. */
export const openFolder: Attack = {
  name: 'folder',
  title: 'a data folder that exists with mode 0777, and an umask of 0',
  async run({ folder }) {
    const data = join(folder, 'data');
    mkdirSync(data);
    chmodSync(data, 0o777);
    const before = process.umask(0);
    const system = await AttackedSystem.start(folder).finally(() => process.umask(before));
    try {
      const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
      const { mode } = statSync(data);
      return [atMost(`bits of the folder (of ${files.length} files in it) that let others in`, mode & 0o077, 0)];
    } finally {
      await system.stop();
    }
  },
};
