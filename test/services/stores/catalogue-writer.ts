import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';

/*
 * A process that writes into an embedded catalogue until it is killed: `tsx catalogue-writer.ts FOLDER`. It prints each
 * number once its row was acknowledged.
 */
const [dataFolder = ''] = process.argv.slice(2);
const catalogue = await openCatalogue({ dataFolder });
await catalogue.query('CREATE TABLE IF NOT EXISTS written (n int4)');
for (let n = 1; ; n += 1) {
  await catalogue.query('INSERT INTO written VALUES ($1)', [n]);
  process.stdout.write(`${n}\n`);
}
