import { rmSync } from 'node:fs';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { type PostgresServer, postgresMissing, temporaryPostgres } from '../../servers/postgres.ts';
import { folderWithCatalogue } from './made-folders.ts';

/**
 * Runs tests over a catalogue on PGlite and over one on a PostgreSQL server, each new.
 *
 * @param tests takes the catalogue, and what opens another one of its kind, which its caller closes
 */
export function onBothCatalogues(tests: (catalogue: () => Catalogue, another: () => Promise<Catalogue>) => void): void {
  describe('embedded', () => {
    const folders: string[] = [];
    let catalogue: Catalogue;
    const another = async () => {
      const dataFolder = await folderWithCatalogue();
      folders.push(dataFolder);
      return openCatalogue({ dataFolder });
    };
    before(async () => {
      catalogue = await another();
    });
    after(async () => {
      await catalogue.close();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    tests(() => catalogue, another);
  });

  const missing = postgresMissing();
  describe(missing === null ? 'on a server' : `on a server (skipped: ${missing})`, () => {
    let server: PostgresServer;
    let catalogue: Catalogue;
    const another = () => openCatalogue({ postgresUrl: server.url(), dataFolder: '/nowhere' });
    before(async function () {
      if (missing !== null) return this.skip();
      server = await temporaryPostgres();
      catalogue = await another();
    });
    after(async () => {
      if (missing !== null) return;
      await catalogue.close();
      await server.stop();
    });
    tests(() => catalogue, another);
  });
}
