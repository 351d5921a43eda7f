import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { servesLocally, servicesSocket } from '../../local/services-socket.ts';
import type { Catalogue } from '../../stores/catalogue.ts';
import { assertInstalled } from '../../stores/embedded-engines.ts';
import { migrationsOf, refuseForeign } from '../../stores/numbered-migrations.ts';
import { EmbeddedCatalogue } from '../../stores/postgres/embedded-catalogue.ts';
import { ServerCatalogue } from '../../stores/postgres/server-catalogue.ts';
import { clockFinding } from '../installation/clock-finding.ts';
import { type Finding, ok, warning, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';

const WHAT = 'catalogue';
/** How long another process that holds the embedded one is waited for [ms]. */
const WAIT_MS = 1_000;
/** What can be done where the server does not answer. */
const UNAVAILABLE = 'start the server, or correct POSTGRES_URL; its log says more';

/** The catalogue: reachable, of this version, its clock as ours. Its tables are read, and none is made. */
export const catalogue: Check = {
  what: WHAT,
  look: async ({ configuration, now }) => {
    const { postgresUrl, data } = configuration;
    try {
      if (postgresUrl === '') {
        assertInstalled('catalogue');
        if (!existsSync(join(data, 'catalogue'))) return [ok(WHAT, 'embedded, not made yet; the first start makes it')];
        if (await servesLocally(await servicesSocket(data))) {
          return [ok(WHAT, 'embedded, in the running system, which says below how it is')];
        }
      }
      const opened = await openedAsItIs(configuration);
      try {
        return await lookInto(opened, postgresUrl !== '', now);
      } finally {
        await opened.close();
      }
    } catch (error) {
      if (!(error instanceof HalcyonError)) throw error;
      // A system that starts, or a command for the time of its run.
      if (error.code === 'store_locked') return [warning(WHAT, error.message, 'do it again once that process serves')];
      return [wrong(WHAT, error.message, error.code === 'store_unavailable' ? UNAVAILABLE : '')];
    }
  },
};

async function openedAsItIs({ postgresUrl, data }: Configuration): Promise<Catalogue> {
  return postgresUrl === '' ? EmbeddedCatalogue.open(data, WAIT_MS) : new ServerCatalogue(postgresUrl);
}

async function lookInto(opened: Catalogue, server: boolean, now: () => number): Promise<Finding[]> {
  const { product, version } = await opened.check();
  const title = `${product} ${version}`;
  const began = now();
  const [{ at }] = await opened.query('SELECT clock_timestamp() AS at');
  const clock = server ? [clockFinding(WHAT, (at as Date).getTime(), began, now())] : [];
  const [{ made }] = await opened.query("SELECT to_regclass('migrations') IS NOT NULL AS made");
  if (made !== true) return [ok(WHAT, `${title}, without tables yet; the first start makes them`), ...clock];
  const known = await migrationsOf('postgres');
  const rows = await opened.query('SELECT number, digest FROM migrations');
  const applied = rows.map((row) => ({ number: Number(row['number']), digest: String(row['digest']) }));
  refuseForeign('The catalogue', applied, known);
  const missing = known.filter(({ number }) => !applied.some((one) => one.number === number));
  const tables =
    missing.length === 0
      ? 'its tables are those of this version'
      : `${missing.length} steps of its tables are missing, which the next start makes`;
  return [ok(WHAT, `${title}, ${tables}`), ...clock];
}
