import assert from 'node:assert/strict';
import { textLines } from '../../../services/backup/text-lines.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { catalogueCopy } from '../../../services/stores/postgres/catalogue-copy.ts';
import { lineOf } from '../../../services/stores/postgres/catalogue-lines.ts';
import { catalogueTables } from '../../../services/stores/postgres/catalogue-tables.ts';
import { fillCatalogue } from '../../../services/stores/postgres/fill-catalogue.ts';
import { onBothCatalogues } from './both-catalogues.ts';

async function linesOf(catalogue: Catalogue): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of textLines(catalogueCopy(catalogue))) lines.push(line);
  return lines;
}

async function* given(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

describe('a copy of the catalogue', () => {
  onBothCatalogues((catalogue) => {
    let copy: string[];

    before(async () => {
      const search = '{"n": 1.0, "large": 12345678901234567890, "text": "a\\u2028b \\" \\\\ ß"}';
      await catalogue().query(
        "INSERT INTO graphs (kind, id, body, digest, search, created) VALUES ('task', 'é', $1, 'd', $2, '2026-03-01T12:00:00.123456Z')",
        ['line\nbreak', search],
      );
      const places = Array.from({ length: 450 }, (_, k) => `n${k}`);
      await catalogue().query("INSERT INTO networks (name, title) SELECT name, '' FROM unnest($1::text[]) name", [
        places,
      ]);
      await catalogue().query(
        `INSERT INTO alert_rules (id, definition, since, created, created_by, updated, updated_by)
         VALUES ('r', '{}', now(), now(), '', now(), '')`,
      );
      await catalogue().query(
        `INSERT INTO deliveries (id, rule, event, channel, target, payload, created, state, due)
         SELECT 'd' || n, 'r', 'opened', 'feed', '', '', now(), 'delivered', now() FROM generate_series(1, 3) n`,
      );
      await catalogue().query("DELETE FROM deliveries WHERE id = 'd3'");
      copy = await linesOf(catalogue());
    });

    it('names every table that the migrations make', async () => {
      const rows = await catalogue().query(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name <> 'migrations'",
      );
      assert.deepEqual(rows.map(({ name }) => name).sort(), (await catalogueTables()).sort());
    });

    it('fills an empty one with the same, to the last digit', async () => {
      const names = (await catalogueTables()).map((table) => `"${table}"`).join(', ');
      await assert.rejects(fillCatalogue(catalogue(), given(copy), false), /not empty: its table networks has rows/);
      await catalogue().query(`TRUNCATE ${names}`);
      await fillCatalogue(catalogue(), given(copy), false);
      assert.deepEqual(await linesOf(catalogue()), copy);
      const [place] = await catalogue().query(
        `INSERT INTO deliveries (id, rule, event, channel, target, payload, created, state, due)
         VALUES ('d4', 'r', 'opened', 'feed', '', '', now(), 'pending', now()) RETURNING place`,
      );
      assert.equal(place['place'], 4, 'no number is given twice');
      await fillCatalogue(catalogue(), given(copy), true);
      assert.deepEqual(await linesOf(catalogue()), copy);
    });

    it('is all of it or nothing', async () => {
      const cut = (lines: string[], why: RegExp) => assert.rejects(fillCatalogue(catalogue(), given(lines), true), why);
      await cut(copy.slice(0, -1), /not whole: its end is missing/);
      await cut(copy.slice(1), /not whole: it has 449 rows of networks, should have 450/);
      await cut(['{"table":"x","row":{}}'], /it names a table x/);
      await cut(['nonsense'], /a line is neither a row nor its end/);
      assert.deepEqual(await linesOf(catalogue()), copy);
    });

    it('can be given up by its reader', async () => {
      const open = catalogueCopy(catalogue());
      for await (const _ of open) break;
      assert.ok(open.destroyed);
      assert.equal((await catalogue().query('SELECT 1 AS one'))[0]?.['one'], 1);
      assert.equal(lineOf(copy[0]).end, undefined);
    });
  });
});
