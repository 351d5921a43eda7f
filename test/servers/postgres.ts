import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, startPostgres } from '../../deploy/servers/postgres-server.ts';

export type { PostgresPlace, PostgresServer } from '../../deploy/servers/postgres-server.ts';
export { postgresMissing } from '../../deploy/servers/postgres-server.ts';

/** With what a URL is made of escaped in it, so that every test goes through the escaping. */
const PASSWORD = 'geheim/ß@';

/** A server of a test's own, in a folder for temporary files that goes when it is stopped. */
export async function temporaryPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-postgres-'));
  const server = await startPostgres(folder, { password: PASSWORD, durable: false });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
