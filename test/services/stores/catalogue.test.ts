import assert from 'node:assert/strict';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { migrateCatalogue } from '../../../services/stores/postgres/migrate-catalogue.ts';
import { onBothCatalogues } from './both-catalogues.ts';
import { catalogueContract, catalogueEnd } from './catalogue-contract.ts';

/** The zone of the process must not show in what is stored: one with an offset brings that to light. */
const ZONE = 'America/St_Johns';

describe('catalogue', () => {
  const zone = process.env['TZ'];
  before(() => {
    process.env['TZ'] = ZONE;
  });
  after(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  onBothCatalogues((catalogue, another) => {
    catalogueContract('by its contract', catalogue);
    describe('its end', () => catalogueEnd(another));
    migrations(catalogue);
  });
});

/** The tables are made once, however often they are asked for, and never by a version that does not know them. */
function migrations(catalogue: () => Catalogue): void {
  describe('migrations', () => {
    const recorded = () => catalogue().query('SELECT number, applied FROM migrations ORDER BY number');

    it('are not repeated', async () => {
      const before = await recorded();
      assert.ok(before.length > 0);
      await migrateCatalogue(catalogue());
      assert.deepEqual(await recorded(), before);
    });

    it('of a newer version, or of other words, are refused', async () => {
      const [known] = await catalogue().query('SELECT number, digest FROM migrations ORDER BY number LIMIT 1');
      await catalogue().query("INSERT INTO migrations (number, name, digest) VALUES (9999, 'x', 'y')");
      const unreadable = (message: RegExp) => ({ name: 'HalcyonError', code: 'store_unreadable', message });
      try {
        await assert.rejects(migrateCatalogue(catalogue()), unreadable(/newer version of Halcyon \(step 9999/));
        await catalogue().query("UPDATE migrations SET digest = 'other' WHERE number = $1", [known?.['number']]);
        await catalogue().query('DELETE FROM migrations WHERE number = 9999');
        await assert.rejects(migrateCatalogue(catalogue()), unreadable(/another version of Halcyon/));
      } finally {
        await catalogue().query('DELETE FROM migrations WHERE number = 9999');
        await catalogue().query('UPDATE migrations SET digest = $1 WHERE number = $2', [
          known?.['digest'],
          known?.['number'],
        ]);
      }
    });
  });
}
