// npm run bench:embedded: what the whole system in one process takes in and judges, at its default settings: stations
// registered by POST, history in the store, then pushes as fast as they are answered, slot after slot of all stations.
//   npm run bench:embedded [-- --stations 1000000 --seconds 120 --slots 38]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoOf, slotOf, timeOfSlot } from '../schemas/time.ts';
import { HalcyonProcess } from '../test/resilience/halcyon-process.ts';
import { amountOf, countOf, runOptions } from '../test/run-options.ts';
import { MadeHistory, madeStation, NETWORK } from './made-history.ts';
import { cpuSecondsOf } from './process-cpu.ts';

const { values: given } = runOptions({
  options: {
    stations: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '120' },
    slots: { type: 'string', default: '38' },
  },
});
const stations = countOf(given, 'stations');
const slots = countOf(given, 'slots');
const pushSeconds = amountOf(given, 'seconds');
/** Stations of one registration, of which a request holds so many at most. */
const REGISTERED_AT_ONCE = 100_000;
/** Observations of one push, and pushes under way at once. */
const PUSHED_AT_ONCE = 2_000;
const PUSHES = 8;
/** The load runs behind the clock by so much, so that it does not run ahead of it. */
const BEHIND_SLOTS = 60;
/** Every so many-th report carries a spike. */
const SPIKE_EVERY = 997;
const GOAL = 15_000;
/** The system is at rest where its processes take less than this share of a core for QUIET_MS. */
const QUIET_SHARE = 0.1;
const QUIET_MS = 10_000;
const LONGEST_WAIT_MS = 1_200_000;

const folder = await mkdtemp(join(tmpdir(), 'halcyon-embedded-'));
const system = await HalcyonProcess.on({
  environment: { HALCYON_DATA: folder },
});
const last = slotOf(Date.now()) - BEHIND_SLOTS;
try {
  await system.start();
  let began = performance.now();
  for (let from = 0; from < stations; from += REGISTERED_AT_ONCE) {
    await post('stations', JSON.stringify(registrations(from, Math.min(stations, from + REGISTERED_AT_ONCE))));
  }
  say(`${stations} stations registered by POST in ${seconds(began)} s`);
  await system.stop();
  began = performance.now();
  await MadeHistory.in(folder, async (history) => {
    await history.reports(stations, last - slots + 1, last);
    await history.settledUntil(last);
    await history.merged();
  });
  say(`${stations * slots} observations of ${slots} slots made in the store in ${seconds(began)} s`);
  say(`ready ${((await system.start(3_600_000)) / 1000).toFixed(1)} s after the start, windows full`);

  const pids = [system.pid, ...system.children()];
  began = performance.now();
  await quiet(pids);
  say(`at rest ${seconds(began)} s later: the engine has merged what was made at once`);
  const before = pids.map(cpuSecondsOf);
  const until = performance.now() + pushSeconds * 1000;
  began = performance.now();
  let next = 0;
  const push = async () => {
    while (performance.now() < until) {
      const from = next;
      next += PUSHED_AT_ONCE;
      await post('observations', lines(from, from + PUSHED_AT_ONCE));
    }
  };
  await Promise.all(Array.from({ length: PUSHES }, push));
  while ((await behind()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  const took = (performance.now() - began) / 1000;
  const cpu = pids.map((pid, i) => ((cpuSecondsOf(pid) - before[i]) / next) * 1e6);
  say(
    `${next} observations pushed, stored and judged in ${took.toFixed(1)} s: ${(next / took).toFixed(0)}/s (goal >= ${GOAL})`,
  );
  say(`CPU an observation: system ${cpu[0].toFixed(1)} us, its engine ${(cpu[1] ?? 0).toFixed(1)} us`);
  await system.stop();
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Resolves when the processes have hardly anything to do; a history made in a minute is merged for longer. */
async function quiet(pids: readonly number[]): Promise<void> {
  const spent = () => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const until = performance.now() + LONGEST_WAIT_MS;
  for (let before = spent(); performance.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const now = spent();
    if (now - before < (QUIET_SHARE * QUIET_MS) / 1000) return;
    before = now;
  }
  throw new Error(`the system did not come to rest within ${LONGEST_WAIT_MS / 60_000} minutes`);
}

function registrations(from: number, to: number): object[] {
  return Array.from({ length: to - from }, (_, i) => ({
    station_id: madeStation(from + i),
    ...MadeHistory.placeOf(from + i),
    elevation: 100,
    pressure_level: 'station',
  }));
}

/** Reports as lines of JSON, counted over the stations and on through the slots. */
function lines(from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) {
    const index = i % stations;
    const slot = last + 1 + Math.floor(i / stations);
    const noise = ((i * 7919) % 7) - 3;
    const wave = (period: number) => MadeHistory.wave(index, slot, period);
    // What the history has, so that it goes on without a step.
    const temperature = 12 + 6 * wave(23) + noise / 10 + (i % SPIKE_EVERY === 0 ? 20 : 0);
    text += `{"station_id":"${madeStation(index)}","time":"${isoOf(timeOfSlot(slot))}","temp_out":${temperature.toFixed(1)},`;
    text += `"out_hum":${(65 - 20 * wave(23) + noise).toFixed(0)},"wind_speed":${(9 + 5 * wave(31) + noise / 2).toFixed(1)},`;
    text += `"bar":${(1013 + 8 * wave(90) - noise / 10).toFixed(1)},"rain":0}\n`;
  }
  return text;
}

async function post(what: 'stations' | 'observations', body: string): Promise<void> {
  const type = what === 'stations' ? 'application/json' : 'application/x-ndjson';
  const answer = await fetch(`${system.url}/api/v1/${what}?network=${NETWORK}`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
  });
  const text = await answer.text();
  if (!answer.ok || !/"dead_letters":0|"registered":/.test(text)) {
    throw new Error(`${what}: ${answer.status} ${text.slice(0, 300)}`);
  }
}

/** Records that the stages and the sink have yet to take. */
async function behind(): Promise<number> {
  const page = await (await fetch(`${system.url}/metrics`)).text();
  return [...page.matchAll(/^halcyon_log_behind\{[^}]*\} (\S+)/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

function say(line: string): void {
  console.log(line);
}
