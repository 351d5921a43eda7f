import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, startPostgres } from '../../deploy/servers/postgres-server.ts';
import { sharedTemplate } from '../shared-template.ts';

export type { PostgresPlace, PostgresServer } from '../../deploy/servers/postgres-server.ts';
export { postgresMissing } from '../../deploy/servers/postgres-server.ts';

/** With what a URL is made of escaped in it, so that every test goes through the escaping. */
const OPTIONS = { password: 'geheim/ß@', durable: false };

/**
 * A server of a test's own, in a folder for temporary files that goes when it is stopped. Its databases are a copy of those
 * that are made once, since making them takes half a second.
 */
export async function temporaryPostgres(): Promise<PostgresServer> {
  const template = await sharedTemplate('postgres', async (made) => (await startPostgres(made, OPTIONS)).stop());
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-postgres-'));
  // They belong to who runs the server, which `cpSync` would not keep.
  execFileSync('cp', ['-a', `${template}/.`, folder]);
  const server = await startPostgres(folder, OPTIONS);
  return {
    ...server,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
