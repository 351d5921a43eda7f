// The stream beside Kafka Streams and Flink: the same observations from the same topic, judged by the same rule, the verdicts
// compared with those that are expected. The programs to compare with are no part of the project: a folder has them.
//   npm run bench:stream -- --peers DIR [--sizes 100k] [--method 3sigma|arima] [--crash] [--rounds 3] [--save FILE]
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageFile } from '../../schemas/package-root.ts';
import { countOf, refuse, runOptions } from '../../test/run-options.ts';
import { PeersFolder } from './peers-folder.ts';
import { type Run, streamTable } from './stream-table.ts';

/** A program to measure, as the harness knows it. */
interface Program {
  readonly name: string;
  readonly peer: string;
  readonly environment: Readonly<Record<string, string>>;
}

const { values: given } = runOptions({
  options: {
    peers: { type: 'string' },
    sizes: { type: 'string' },
    method: { type: 'string', default: '3sigma' },
    crash: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    save: { type: 'string', default: packageFile('bench', 'results', 'local-stream.json') },
  },
});
const { method, crash, save } = given;
const rounds = countOf(given, 'rounds');
const from = given.peers ?? process.env['HALCYON_PEERS_STREAM'];
if (from === undefined || !existsSync(join(from, 'bench.py'))) {
  refuse('bench:stream needs the folder of the programs to compare with: --peers DIR or HALCYON_PEERS_STREAM');
}
if (method !== '3sigma' && method !== 'arima') {
  refuse(`--method is '${method}', should be 3sigma or arima`);
}
const arima = method === 'arima';
if (arima && crash) {
  refuse('--crash goes with --method 3sigma: of arima the harness does not know the end');
}
const sizes = (given.sizes ?? (arima ? '1k' : '100k')).split(',');
const kind = crash ? 'crash' : 'run';
/** Of arima only what was fitted is counted, so that the harness does not know the end: it stops after so long [s]. */
const ARIMA_LIMIT = '30';
/** Windows of this size never fill: it is judged from four values on. */
const FEW = { size: '1m', MIN_N: '4' } as const;

const ofMethod: Record<string, string> = arima ? { METHOD: 'arima' } : {};
const adapter = packageFile('.tmp', 'stream', 'bench', 'stream', 'adapter.js');
const programs: Program[] = [
  {
    name: 'Halcyon',
    peer: 'custom',
    environment: { ...ofMethod, CUSTOM: `${process.execPath} ${adapter} {boot} {tin} {tout} {app} {sdir}` },
  },
  { name: 'Kafka Streams', peer: 'kstreams', environment: ofMethod },
  // Nobody has written an ARIMA for it.
  ...(arima ? [] : [{ name: 'Flink, state on the heap', peer: 'flink', environment: { BACKEND: 'hashmap' } }]),
];

execFileSync(packageFile('node_modules', '.bin', 'tsc'), ['-p', packageFile('bench', 'stream')], { stdio: 'inherit' });
const folder = new PeersFolder(join(tmpdir(), 'halcyon-bench-stream'));
console.log('building the programs and filling the topics');
await folder.prepare(from);
await folder.startBroker();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void folder.stopBroker().finally(() => process.exit(1)));
}
const runs: Run[] = [];
try {
  for (const size of sizes) {
    await folder.load(size);
    for (let round = 1; round <= rounds; round++) {
      for (const { name, peer, environment } of programs) {
        const limited = arima && !crash ? [ARIMA_LIMIT] : [];
        const few = size === FEW.size ? { MIN_N: FEW.MIN_N } : {};
        const measured = await folder.measure([kind, peer, size, ...limited], { ...environment, ...few });
        runs.push({ ...measured, program: name });
        console.log(
          `${size}, round ${round}: ${name} ${measured.obs_per_s ?? measured.restart_to_first_output_s ?? ''}`,
        );
      }
    }
  }
} finally {
  await folder.stopBroker();
}

const title = `${method}${crash ? ', kill -9 at half' : ''}`;
const saved = existsSync(save) ? (JSON.parse(await readFile(save, 'utf8')) as Record<string, Run[]>) : {};
for (const size of sizes) {
  const of = (among: readonly Run[]) => among.filter((run) => run.size === size);
  console.log(`\n${title}, ${size} stations, ${cpus().length} cores, broker beside it\n`);
  console.log(streamTable(kind, of(runs), of(saved[title] ?? []), !arima));
}
await mkdir(dirname(save), { recursive: true });
await writeFile(save, `${JSON.stringify({ ...saved, [title]: runs }, null, 1)}\n`);
