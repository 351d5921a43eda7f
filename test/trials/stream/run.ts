// A thousand subscribers of the stream, some of them slow, while observations are pushed at a rate; then the system is killed
// and started again while more are pushed, and clients that were there go on: every event once to each who reads.
//   npm run test:stream [-- --subscribers 1000 --slow 20 --rate 1000 --seconds 60]

import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { observationAnswerShape } from '../../../schemas/http/answers/observation-answer.ts';
import { isoOf } from '../../../schemas/time.ts';
import { StreamClient } from '../../integration/stream-client.ts';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { amountOf, countOf, runOptions } from '../../run-options.ts';
import type { SubscriberReport } from './subscribers-process.ts';

const { values: options } = runOptions({
  options: {
    subscribers: { type: 'string', default: '1000' },
    slow: { type: 'string', default: '20' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
  },
});
const [subscribers, slow] = [countOf(options, 'subscribers'), countOf(options, 'slow')];
const [rate, seconds] = [amountOf(options, 'rate'), amountOf(options, 'seconds')];
/** Stations that report in turn, and pushes a second. */
const [STATIONS, PUSHES] = [5_000, 5];
/** Clients that are followed event by event over the restart. */
const FOLLOWED = 5;
/** Memory that a thousand subscribers may take beside that of the system without any [bytes]. */
const MOST_MEMORY = 400 * 2 ** 20;

const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
const system = await HalcyonProcess.on({ environment: { HALCYON_DATA: join(folder, 'data'), HALCYON_AUTH: 'off' } });
const problems: string[] = [];
const acknowledged: string[] = [];
let pushed = 0;
const began = Date.now();

function found(problem: string): void {
  if (problems.length < 20) console.log(`problem: ${problem}`);
  problems.push(problem);
}

function memory(): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${system.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

const stationOf = (index: number) => `s${String(index).padStart(4, '0')}`;

/** Pushes some observations, the next in turn; those that are not acknowledged are pushed again by nobody. */
async function push(count: number): Promise<void> {
  const body = Array.from({ length: count }, (_, k) => {
    const number = pushed + k;
    const time = isoOf(began - 3_600_000 + Math.floor(number / STATIONS) * 1000);
    return { station_id: stationOf(number % STATIONS), time, temp_out: 15 + (number % 10) / 10, bar: 1013 };
  });
  pushed += count;
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${system.url}/api/v1/observations?network=trial`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  }).catch(() => null);
  if (response?.ok !== true) return;
  await response.text();
  for (const { station_id, time } of body) acknowledged.push(`${station_id} ${time}`);
}

/** Pushes at the rate for some time, whether answers come or not. */
async function pushFor(ms: number): Promise<void> {
  const until = performance.now() + ms;
  const pushes: Promise<void>[] = [];
  for (let next = performance.now(); next < until; next += 1000 / PUSHES) {
    await sleep(Math.max(0, next - performance.now()));
    pushes.push(push(rate / PUSHES));
  }
  await Promise.all(pushes);
}

function reports(child: ChildProcess): Promise<SubscriberReport[]> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as SubscriberReport[]));
    child.send('report');
  });
}

try {
  await system.start();
  const stations = Array.from({ length: STATIONS }, (_, k) => ({
    station_id: stationOf(k),
    latitude: 40 + k / 200,
    longitude: (k % 50) / 5,
  }));
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${system.url}/api/v1/stations?network=trial`, {
    method: 'POST',
    headers,
    body: JSON.stringify(stations),
  });
  await pushFor(3_000);
  const alone = memory();
  const child = fork(join(import.meta.dirname, 'subscribers-process.ts'), [
    new URL(system.url).port,
    String(subscribers),
    String(slow),
  ]);
  await new Promise((resolve) => child.once('message', resolve));
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, memory());
  }, 500);
  const before = acknowledged.length;
  const started = performance.now();
  // As many as the rate makes of the time, however long they take: the buffers of the machine hold megabytes for a slow reader.
  do await pushFor(1000);
  while (acknowledged.length - before < rate * seconds);
  const told = acknowledged.length - before;
  // Until the last of them has come to everybody.
  let heard = await reports(child);
  const fastest = (list: readonly SubscriberReport[]) => list.filter((one) => !one.slow);
  for (let waited = 0; waited < 60; waited++) {
    const [least, last] = [
      Math.min(...fastest(heard).map((one) => one.last)),
      Math.max(...heard.map((one) => one.last)),
    ];
    if (least === last && last - Math.min(...fastest(heard).map((one) => one.first)) + 1 >= told) break;
    await sleep(1000);
    heard = await reports(child);
  }
  const took = (performance.now() - started) / 1000;
  clearInterval(watching);
  child.send('drain');
  await sleep(8_000);
  heard = await reports(child);
  const fast = fastest(heard);
  const bytes = fast.reduce((sum, one) => sum + one.bytes, 0);
  const whole = fast.filter((one) => one.gaps === 0 && one.resets === 0 && one.last - one.first + 1 >= told);
  for (const one of fast) {
    if (one.gaps > 0 || one.resets > 0 || one.closed) found(`a fast subscriber: ${JSON.stringify(one)}`);
    if (one.last - one.first + 1 < told) found(`a fast subscriber heard ${one.last - one.first + 1} of ${told}`);
  }
  for (const one of heard.filter((each) => each.slow)) {
    if (!one.closed) found(`a slow subscriber: ${JSON.stringify(one)}`);
  }
  if (most - alone > MOST_MEMORY) found(`memory grew from ${alone} to ${most} bytes`);
  console.log(
    `${subscribers} subscribers, ${slow} of them slow; ${told} observations in ${took.toFixed(1)} s ` +
      `(${Math.round(told / took)} a second): every event once to ${whole.length} of ${fast.length} ` +
      `(${Math.round(bytes / took / 2 ** 20)} MiB/s); slow ones let go: ` +
      `${heard.filter((one) => one.slow && one.closed).length}; memory ` +
      `${Math.round(alone / 2 ** 20)} MiB without subscribers, ${Math.round(most / 2 ** 20)} MiB with them`,
  );
  child.disconnect();

  const clients: StreamClient[] = [];
  for (let k = 0; k < FOLLOWED; k++) clients.push(await StreamClient.connect(system.url));
  const first = acknowledged.length;
  const events: { key: string; client: number }[] = [];
  const gather = () => {
    for (const [client, { heard }] of clients.entries()) {
      for (const event of heard.events) {
        if (event.name === 'reset') found(`client ${client} was reset: ${event.reason}`);
        if (event.name !== 'observation') continue;
        const { station_id, timestamp } = event.as(observationAnswerShape);
        events.push({ key: `${station_id} ${timestamp}`, client });
      }
    }
  };
  for (const end of ['kill', 'stop', 'kill'] as const) {
    const pushing = pushFor(4_000);
    await sleep(2_500);
    await system[end]();
    await pushing;
    await Promise.all(clients.map((client) => client.ended()));
    await system.start();
    gather();
    for (const [k, { heard: known }] of clients.entries()) {
      clients[k] = await StreamClient.connect(system.url, known.lastId);
    }
  }
  await pushFor(2_000);
  await sleep(3_000);
  gather();
  for (let client = 0; client < FOLLOWED; client++) {
    const keys = events.filter((one) => one.client === client).map(({ key }) => key);
    const once = new Set(keys);
    const missing = acknowledged.slice(first).filter((key) => !once.has(key));
    if (once.size !== keys.length) found(`client ${client} heard ${keys.length - once.size} twice`);
    if (missing.length > 0) found(`client ${client} missed ${missing.length}, ${missing[0]} among them`);
  }
  console.log(
    `${FOLLOWED} clients over two kills and a stop while ${acknowledged.length - first} observations were acknowledged: ` +
      `${problems.length === 0 ? 'each heard once by each' : `${problems.length} problems`}`,
  );
  for (const client of clients) await client.leave();
  await system.stop();
} finally {
  await system.kill();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(problems.length === 0 ? 0 : 1);
