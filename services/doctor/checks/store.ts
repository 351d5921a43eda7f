import { HalcyonError } from '../../../schemas/errors.ts';
import { ServerTransport } from '../../stores/clickhouse/server-transport.ts';
import { StoreClient } from '../../stores/clickhouse/store-client.ts';
import { brokenWords } from '../../stores/store-space.ts';
import { clockFinding } from '../installation/clock-finding.ts';
import { type Finding, ok, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';

const WHAT = 'time series';
/** How long the server is asked for its clock [ms]. */
const PATIENCE_MS = 4_000;

/** What can be done, by the code of an error. */
const REMEDIES: Readonly<Record<string, string>> = {
  store_unavailable: 'start the server, or correct CLICKHOUSE_URL',
  store_locked: 'end the process that holds it, or name another HALCYON_DATA',
  cannot_write: 'let this user write HALCYON_DATA',
};

const BROKEN_REMEDY = 'docs/broken-parts.md: what the log on Kafka has is stored again, the rest comes from a back-up';

/** The time series: reachable, of this version, its clock as ours. */
export const store: Check = {
  what: WHAT,
  look: async ({ configuration, store: open, now }) => {
    const { clickhouseUrl } = configuration;
    try {
      const opened = await open();
      if (opened === null) return [ok(WHAT, 'embedded, not made yet; the first start makes it')];
      const version = await opened.check();
      const found: Finding[] = [
        ok(WHAT, `${opened.title}, ClickHouse ${version}, its tables are those of this version`),
      ];
      const broken = await opened.disk.brokenParts();
      if (broken.length > 0) found.push(wrong(WHAT, brokenWords(broken), BROKEN_REMEDY));
      if (clickhouseUrl !== '') found.push(await serverClock(clickhouseUrl, now));
      return found;
    } catch (error) {
      if (!(error instanceof HalcyonError)) throw error;
      return [wrong(WHAT, error.message, REMEDIES[error.code] ?? '')];
    }
  },
};

async function serverClock(url: string, now: () => number): Promise<Finding> {
  const client = new StoreClient(new ServerTransport(url), PATIENCE_MS);
  try {
    const began = now();
    const [[theirs]] = await client.rows<[number]>('SELECT toUnixTimestamp64Milli(now64(3))');
    return clockFinding(WHAT, theirs, began, now());
  } finally {
    await client.close();
  }
}
