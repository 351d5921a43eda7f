import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';

/*
 * A process that owns an embedded store: `tsx engine-owner.ts FOLDER ROLE`. It prints the engine's process id when it is
 * open and ends in order at the end of its standard input.
 */
const [dataFolder = '', role = 'command'] = process.argv.slice(2);
openTimeSeries({ dataFolder, role: role === 'system' ? 'system' : 'command' }).then(
  (store) => {
    process.stdout.write(`${store.enginePid}\n`);
    process.stdin.resume();
    process.stdin.on('end', () => void store.close().then(() => process.exit(0)));
  },
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
