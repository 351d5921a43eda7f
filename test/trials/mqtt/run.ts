// Publishes to a broker while Halcyon and the broker are killed in turn: every report that the broker took has to be stored
// once and judged once, and what cannot be read kept once. Needs Mosquitto.
//   npm run test:mqtt [-- --reports 6000 --rounds 6]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { packageFile } from '../../../schemas/package-root.ts';
import { isoOf, SLOT_MS } from '../../../schemas/time.ts';
import { COMMAND, HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { countOf, runOptions } from '../../run-options.ts';
import { mosquittoMissing, startMosquitto } from '../../servers/mosquitto.ts';

const { values: options } = runOptions({
  options: { reports: { type: 'string', default: '6000' }, rounds: { type: 'string', default: '6' } },
});
const [reports, rounds] = [countOf(options, 'reports'), countOf(options, 'rounds')];
const missing = mosquittoMissing();
if (missing !== null) {
  console.error(missing);
  process.exit(2);
}
const STATIONS = 40;
/** One message in so many cannot be read. */
const POISON = 50;
/** This station breaks, in the middle of its slots: one verdict is to come of it, however often it is judged. */
const BROKEN = 7;

const folder = mkdtempSync(join(tmpdir(), 'halcyon-mqtt-trial-'));
const broker = await startMosquitto({ durable: true });
const system = await HalcyonProcess.on({
  environment: { HALCYON_DATA: join(folder, 'data'), HALCYON_FEED: `mqtt:${broker.url()}`, HALCYON_AUTH: 'off' },
});
const slots = Math.ceil(reports / STATIONS);
const begin = Math.floor(Date.now() / SLOT_MS) * SLOT_MS - slots * SLOT_MS;
const published = new Set<string>();
const problems: string[] = [];
let next = 0;
let poisoned = 0;

/** Publishes some reports, each resolved when the broker has taken it. */
async function publish(count: number): Promise<void> {
  const client = await connectAsync(broker.url(), { protocolVersion: 5 });
  const sent: Promise<unknown>[] = [];
  for (const until = Math.min(reports, next + count); next < until; next += 1) {
    const [station, slot] = [next % STATIONS, Math.floor(next / STATIONS)];
    const time = isoOf(begin + slot * SLOT_MS);
    const topic = `stations/trial/s${station}/observations`;
    const temp_out = 10 + Math.sin(slot / 20) + (station === BROKEN && slot === Math.floor(slots / 2) ? 25 : 0);
    const place = { latitude: 50 + Math.floor(station / 8) / 20, longitude: 4 + (station % 8) / 20 };
    sent.push(client.publishAsync(topic, JSON.stringify({ time, temp_out, ...place }), { qos: 1 }));
    published.add(`s${station} ${time}`);
    if (next % POISON === 0) {
      const body = `{"time": "${time}", "temp_out": ${next}`;
      sent.push(client.publishAsync(topic, body, { qos: 1 }));
      poisoned += 1;
    }
    if (sent.length % 50 === 0) await sleep(20);
  }
  await Promise.all(sent);
  await client.endAsync();
}

/** Every row of a list of the services. */
async function rowsOf(list: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let cursor = ''; ; ) {
    const url = `${system.url}/api/v1/${list}?network=trial&limit=5000${cursor}`;
    // A connection that rested since the last look may be closed while it is asked.
    const response = await fetch(url, { headers: { connection: 'close' } });
    const answer = (await response.json()) as Record<string, unknown>;
    rows.push(...(answer[list] as Record<string, unknown>[]));
    if (typeof answer['next_cursor'] !== 'string') return rows;
    cursor = `&cursor=${encodeURIComponent(answer['next_cursor'])}`;
  }
}

/** Dead letters of messages that could not be read, as the command shows them. */
function unreadableLetters(): number {
  const args = [packageFile(...COMMAND), 'dead-letters', 'list', '--limit', '100000'];
  const env = { ...process.env, HALCYON_DATA: join(folder, 'data') };
  const listed = execFileSync(process.execPath, args, { env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return listed.split('\n').filter((line) => line.includes('mqtt:stations/') && line.includes('unreadable')).length;
}

const began = performance.now();
const say = (line: string) => console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s  ${line}`);
try {
  await system.start();
  const share = Math.ceil(reports / rounds / 3);
  for (let round = 1; round <= rounds; round += 1) {
    await publish(share);
    const publishing = publish(share);
    await sleep(150);
    await system.kill();
    await publishing;
    if (round % 2 === 0) {
      // Only what it has acknowledged is its own to keep: nothing is under way to it now.
      await sleep(500);
      await broker.kill();
      await broker.start();
    }
    await publish(share);
    await system.start();
    say(`round ${round}: ${published.size} reports published`);
  }
  const observed = async () => (await rowsOf('observations')).filter(({ flags }) => flags !== null);
  const until = Date.now() + 120_000;
  while ((await observed()).length < published.size && Date.now() < until) await sleep(1000);
  await sleep(3000);

  const keys = (await observed()).map((row) => `${row['station_id']} ${row['timestamp']}`);
  const found = new Set(keys);
  const lost = [...published].filter((key) => !found.has(key));
  if (lost.length > 0) problems.push(`${lost.length} reports are lost or not judged, ${lost[0]} among them`);
  if (keys.length !== found.size) problems.push(`${keys.length - found.size} reports are there twice`);
  const letters = unreadableLetters();
  if (letters !== poisoned) problems.push(`${letters} dead letters of ${poisoned} messages that cannot be read`);
  const anomalies = (await rowsOf('anomalies')).map((row) => `${row['station_id']} ${row['timestamp']}`);
  const broken = anomalies.filter((key) => key.startsWith(`s${BROKEN} `));
  if (new Set(anomalies).size !== anomalies.length) problems.push('an anomaly is there twice');
  if (broken.length === 0) problems.push('the broken sensor was not found');
  say(
    `${published.size} reports over ${rounds} kills of Halcyon and ${Math.floor(rounds / 2)} of the broker: ` +
      `${found.size} stored and judged, ${letters} of ${poisoned} unreadable ones kept, ` +
      `${anomalies.length} anomalies, each once`,
  );
} finally {
  await system.stop();
  await broker.remove();
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.log(`problem: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
