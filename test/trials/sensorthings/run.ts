// A day of the demonstration read by SensorThings with clients that others wrote, held value by value and flag by flag
// against the lists of the REST interface; and the example of docs/sensorthings.md.
//   npm run test:sensorthings
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { VARIABLES } from '../../../schemas/variables.ts';
import { readPage } from '../../acceptance/markdown-page.ts';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { pythonWith } from '../../servers/python-packages.ts';
import { FROST_CLIENT, STAPY } from '../../servers/sensorthings-clients.ts';

const HOUR = 3_600_000;
const run = promisify(execFile);

/** A value as both ways show it: station, variable, time, value, QARTOD flag. */
type Seen = readonly [station: string, variable: string, time: string, value: number, flag: number];

interface Listed {
  readonly observations: readonly {
    readonly station_id: string;
    readonly timestamp: string;
    readonly flags: Readonly<Record<string, { readonly flag: number }>> | null;
    readonly [variable: string]: unknown;
  }[];
  readonly next_cursor: string | null;
}

const folder = mkdtempSync(join(tmpdir(), 'halcyon-sensorthings-'));
const environment = { HALCYON_DATA: join(folder, 'data'), HALCYON_FEED: 'demo', HALCYON_DEMO_STATIONS: '6' };
const system = await HalcyonProcess.on({ environment });
let wrong = 0;
try {
  await system.start();
  // A day that is long over, so that its verdicts are settled: the demonstration begins a week ago.
  const from = Math.floor(Date.now() / HOUR - 100) * HOUR;
  const [start, end] = [new Date(from).toISOString(), new Date(from + 24 * HOUR).toISOString()];
  await untilJudged(new Date(from + 30 * HOUR).toISOString());
  await timePage('$top=100&$expand=Observations($top=10)');
  await timePage('$top=100&$expand=Observations($top=1000;$select=result,phenomenonTime)');
  const expected = await listed(start, end);
  console.log(`the lists have ${expected.length} values from ${start} to ${end}`);
  for (const [client, packages] of [
    ['frost', FROST_CLIENT],
    ['stapy', STAPY],
  ] as const) {
    const found = await pythonWith(packages);
    if ('missing' in found) {
      console.log(`FAILED ${found.missing}`);
      wrong += 1;
      continue;
    }
    const script = fileURLToPath(new URL('read_all.py', import.meta.url));
    const began = performance.now();
    const { stdout } = await run(found.python, [script, client, system.url, start, end], {
      cwd: folder,
      maxBuffer: 2 ** 28,
    });
    const seconds = (performance.now() - began) / 1000;
    const seen = sorted(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Seen),
    );
    const same = isDeepStrictEqual(seen, expected);
    console.log(`${same ? 'ok    ' : 'FAILED'} ${packages[0]} read ${seen.length} values in ${seconds.toFixed(1)} s`);
    if (!same) console.log(seen.find((one, at) => !isDeepStrictEqual(one, expected[at])));
    wrong += same ? 0 : 1;
    if (client === 'frost') await runExample(found.python);
  }
} finally {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(wrong === 0 ? 'as it should be' : 'FAILED');
process.exit(wrong === 0 ? 0 : 1);

/** How long a page of the Datastreams takes with what is expanded from each: the median of some. */
async function timePage(options: string): Promise<void> {
  const times: number[] = [];
  let [lists, values] = [0, 0];
  for (let k = 0; k < 11; k++) {
    const began = performance.now();
    const answer = await fetch(`${system.url}/sensorthings/v1.1/Datastreams?${options}`);
    const { value } = (await answer.json()) as { value: { Observations: unknown[] }[] };
    times.push(performance.now() - began);
    lists = value.length;
    values = value.reduce((sum, { Observations }) => sum + Observations.length, 0);
  }
  const median = times.sort((one, other) => one - other)[5];
  console.log(`${median.toFixed(0)} ms for a page of ${lists} Datastreams with ${values} values: ${options}`);
}

/** The example of the page, against this system. */
async function runExample(python: string): Promise<void> {
  const block = readPage('docs/sensorthings.md').blocks.find(({ language }) => language === 'python');
  const text = (block?.text ?? '').replaceAll('http://127.0.0.1:8080', system.url);
  const { stdout } = await run(python, ['-c', text]);
  const good = stdout.trim().split('\n').length === VARIABLES.length && /^Air temperature at .* °C \w+/.test(stdout);
  console.log(`${good ? 'ok    ' : 'FAILED'} the example of docs/sensorthings.md printed\n${stdout}`);
  wrong += good ? 0 : 1;
}

/** All values of a stretch as the list of observations has them. */
async function listed(start: string, end: string): Promise<Seen[]> {
  const values: Seen[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ network: 'demo', from: start, to: end, limit: '500' });
    if (cursor !== '') query.set('cursor', cursor);
    const answer = await fetch(`${system.url}/api/v1/observations?${query}`);
    const page = (await answer.json()) as Listed;
    for (const one of page.observations) {
      // The end of the stretch is not part of it in the filter.
      if (one.timestamp >= end.replace('.000', '')) continue;
      for (const variable of VARIABLES) {
        const value = one[variable];
        if (typeof value === 'number')
          values.push([one.station_id, variable, one.timestamp, value, one.flags?.[variable].flag ?? 2]);
      }
    }
    cursor = page.next_cursor;
  }
  return sorted(values);
}

function sorted(values: readonly Seen[]): Seen[] {
  return values.toSorted((one, other) => (one.join() < other.join() ? -1 : 1));
}

/** Waits until the demonstration has judged up to a time. */
async function untilJudged(time: string): Promise<void> {
  for (const until = performance.now() + 300_000; performance.now() < until; ) {
    const answer = await fetch(`${system.url}/api/v1/observations?network=demo&from=${time}&limit=1`);
    if (answer.ok && ((await answer.json()) as Listed).observations.some(({ flags }) => flags !== null)) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`the demonstration has not come to ${time}`);
}
