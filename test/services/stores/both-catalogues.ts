import { rmSync } from 'node:fs';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/open-catalogue.ts';
import { type PostgresServer, postgresMissing, temporaryPostgres } from '../../servers/postgres.ts';
import { folderWithCatalogue } from './catalogue-folder.ts';

/** Runs tests over a catalogue on PGlite and over one on a PostgreSQL server, each new. */
export function onBothCatalogues(tests: (catalogue: () => Catalogue) => void): void {
  describe('embedded', () => {
    let folder = '';
    let catalogue: Catalogue;
    before(async () => {
      folder = await folderWithCatalogue();
      catalogue = await openCatalogue({ dataFolder: folder });
    });
    after(async () => {
      await catalogue.close();
      rmSync(folder, { recursive: true, force: true });
    });
    tests(() => catalogue);
  });

  const missing = postgresMissing();
  describe(missing === null ? 'on a server' : `on a server (skipped: ${missing})`, () => {
    let server: PostgresServer;
    let catalogue: Catalogue;
    before(async function () {
      if (missing !== null) return this.skip();
      server = await temporaryPostgres();
      catalogue = await openCatalogue({ postgresUrl: server.url(), dataFolder: '/nowhere' });
    });
    after(async () => {
      if (missing !== null) return;
      await catalogue.close();
      await server.stop();
    });
    tests(() => catalogue);
  });
}
