import { openTimeSeries } from '../../../../services/stores/opening/open-time-series.ts';

/* A process of this version that starts on a server: `tsx table-mover.ts URL`. It ends when the tables are up to date. */
const [clickhouseUrl = ''] = process.argv.slice(2);
openTimeSeries({ clickhouseUrl, dataFolder: '/nowhere', role: 'system' }).then(
  (store) => store.close().then(() => process.exit(0)),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
