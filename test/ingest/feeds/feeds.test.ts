import { demoFeed } from '../../../ingest/feeds/demo/demo-feed.ts';
import { openCsvFolder } from '../../../ingest/feeds/import/csv-folder.ts';
import { importFeed } from '../../../ingest/feeds/import/import-feed.ts';
import { parsePush } from '../../../ingest/feeds/push/parse-push.ts';
import { feedContract } from './feed-contract.ts';
import { Folders, HEADER, STATIONS } from './import/folder-fixture.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const STEP = 600_000;

const folders = new Folders();
after(() => folders.remove());

function time(slot: number): string {
  return new Date(NOW - (50 - slot) * STEP).toISOString();
}

/** Pushing has no loop of its own: the clients' requests, one after the other. */
feedContract('push', async () => {
  const requests: [string, string][] = [
    ['application/json', JSON.stringify({ station_id: 'A', time: time(0), temp_out: 1, latitude: 51, longitude: 4 })],
    ['application/json', JSON.stringify([{ station_id: 'A', time: time(1), temp_out: 2 }, { station_id: 'B' }, 5])],
    ['application/x-ndjson', `{"station_id":"A","time":"${time(2)}","rain":0}\n{"station_id":\n`],
    ['text/csv', `station_id,time,bar\nA,${time(3)},1013\nA,${time(4)}\n`],
  ];
  return {
    items: 8,
    clock: () => () => NOW,
    feed: () => ({
      name: 'push',
      async run({ intake, signal }) {
        for (const [type, body] of requests) {
          if (signal.aborted) return;
          await intake.submit('net', 'push', parsePush(type, Buffer.from(body)));
        }
      },
    }),
  };
});

/** Rows in no order, of two files, good and bad, with a correction. */
feedContract('import of rows in no order', async () => {
  const rows = Array.from({ length: 50 }, (_, slot) => [`A,${time(slot)},${slot},,,,`, `B,${time(slot)},1,,,,`]).flat();
  const first = [
    ...rows.filter((_, index) => index % 3 === 0),
    `A,${time(7)},99,,,,`,
    'A,x',
    'X,1,1,,,,',
    '',
  ].reverse();
  const second = rows.filter((_, index) => index % 3 !== 0);
  const path = await folders.make({
    'stations.csv': STATIONS,
    'observations-1.csv': [HEADER, ...first].join('\n'),
    'observations-2.csv.gz': [HEADER, ...second].join('\n'),
  });
  return {
    items: 103,
    clock: () => () => NOW,
    feed: () => lateFolder(path, 10),
  };
});

feedContract('import of rows in order of time', async () => {
  const rows = Array.from({ length: 50 }, (_, slot) => `A,${time(slot)},${slot},,,,`);
  const path = await folders.make({ 'stations.csv': STATIONS, 'observations.csv': [HEADER, ...rows].join('\n') });
  return { items: 50, clock: () => () => NOW, feed: () => lateFolder(path, 7) };
});

/** Opened when it runs, as the command does. */
function lateFolder(path: string, batch: number) {
  return {
    name: 'import',
    run: async (context: Parameters<ReturnType<typeof importFeed>['run']>[0]) =>
      importFeed(await openCsvFolder(path, { network: 'net' }), { batch, waits: [1, 1] }).run(context),
  };
}

feedContract('demo', async () => {
  let now = NOW;
  return {
    items: null,
    enough: 6_000,
    clock: () => {
      now = NOW;
      return () => now;
    },
    feed: () =>
      demoFeed({
        stations: 60,
        seed: 1,
        sleep: async (ms) => {
          now += ms;
        },
      }),
  };
});
