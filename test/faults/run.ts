// Kills the running system at random moments while observations are pushed: nothing acknowledged may be lost, nothing
// doubled, and every settled verdict must be the one a replay of the same observations gives.
//   npm run test:faults [-- --kills 50 --seed 1]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replay } from '../../detectors/replay/replay.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import type { Observation } from '../../schemas/observation.ts';
import { isoOf, slotOf } from '../../schemas/time.ts';
import { MemorySource, seeded, smallHistory, smallStations } from '../detectors/stages/small-network.ts';
import { HalcyonProcess } from './halcyon-process.ts';
import { compare, type Item, isClean } from './invariants.ts';

const { values: options } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(options.kills);
const random = seeded(Number(options.seed));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const stations = smallStations(12, 'faults');
const history = smallHistory(stations, 12, Number(options.seed));
const slots = new Map<number, Observation[]>();
for (const observation of history) {
  const slot = slotOf(observation.time);
  slots.set(slot, [...(slots.get(slot) ?? []), observation]);
}

const folder = await mkdtemp(join(tmpdir(), 'halcyon-faults-'));
const system = await HalcyonProcess.on(folder);
const seenSettled = new Map<string, string>();
const acknowledged = new Map<string, Observation>();
const counts = { system: 0, engine: 0, resent: 0 };

const restarts: number[] = [];
restarts.push(await system.start());
await register();
const killing = killAtRandom();
let done = false;
for (const batch of slots.values()) {
  await pushUntilAcknowledged(batch);
  // What is pushed has to last for as long as there are moments to be killed at.
  if (!done) await pause(random() * 15);
}
await killing;
await system.stop();
restarts.push(await system.start());
await pause(5000);
const found = await everyObservation();
const verdicts = await everySettled();
await system.stop();
await rm(folder, { recursive: true, force: true });

const configuration = liveJudgement(readConfiguration({}));
const times = [...acknowledged.values()].map((observation) => observation.time);
const [start, end] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
const source = new MemorySource(stations, [...acknowledged.values()]);
const replayed = await replay(source, { network: 'faults', start, end, configuration, verdicts: 'last' });
const expected = replayed.anomalies.filter((anomaly) => anomaly.state === 'settled').map(verdictOf);

const observations = compare(
  [...acknowledged.keys()].map((key) => ({ key, content: '' })),
  found,
);
const settled = compare(expected, verdicts);
const kept = compare(
  Array.from(seenSettled, ([key, content]) => ({ key, content })),
  verdicts.filter((verdict) => seenSettled.has(verdict.key)),
);
console.log(
  `killed: ${counts.system} times the system, ${counts.engine} times the store's engine; ${counts.resent} batches sent again`,
);
console.log(
  `start to ready: ${restarts
    .map((ms) => `${(ms / 1000).toFixed(1)} s`)
    .slice(0, 12)
    .join(', ')} ...`,
);
console.table({
  'acknowledged observations': row(acknowledged.size, observations),
  'settled anomalies (against a replay)': row(expected.length, settled),
  'settled anomalies seen on the way': row(seenSettled.size, kept),
});
if (![observations, settled, kept].every(isClean)) {
  for (const [name, findings] of Object.entries({ observations, settled, kept })) {
    if (!isClean(findings)) console.log(name, JSON.stringify(findings).slice(0, 2000));
  }
  process.exit(1);
}

function row(expectedCount: number, findings: ReturnType<typeof compare>) {
  const { lost, doubled, foreign, different } = findings;
  return {
    expected: expectedCount,
    lost: lost.length,
    doubled: doubled.length,
    foreign: foreign.length,
    different: different.length,
  };
}

async function register(): Promise<void> {
  const body = stations.map(({ network, id, name, latitude, longitude }) => ({
    network,
    station_id: id,
    station_name: name,
    latitude,
    longitude,
  }));
  const response = await fetch(`${system.url}/api/v1/stations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`stations were refused: ${response.status} ${await response.text()}`);
}

async function pushUntilAcknowledged(batch: readonly Observation[]): Promise<void> {
  const body = batch
    .map(({ station, time, values }) =>
      JSON.stringify({ station_id: station, time: new Date(time).toISOString(), ...values }),
    )
    .join('\n');
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(`${system.url}/api/v1/observations?network=faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body,
        signal: AbortSignal.timeout(60_000),
      });
      if (response.ok) {
        const answer = (await response.json()) as { items: { status: string; detail?: string }[] };
        const refused = answer.items.find((item) => item.status !== 'accepted');
        if (refused !== undefined) throw new TypeError(`refused: ${JSON.stringify(refused)}`);
        for (const observation of batch) acknowledged.set(keyOf(observation.station, observation.time), observation);
        return;
      }
      if (response.status < 500) throw new TypeError(`refused: ${response.status} ${await response.text()}`);
    } catch (error) {
      if (error instanceof TypeError && error.message.startsWith('refused')) throw error;
    }
    counts.resent++;
    await pause(Math.min(1000, 50 * 2 ** attempt));
  }
}

async function killAtRandom(): Promise<void> {
  for (let k = 0; k < kills; k++) {
    await pause(50 + random() * 1200);
    const engine = system.children()[0];
    if (random() < 0.5 && engine !== undefined) {
      process.kill(engine, 'SIGKILL');
      counts.engine++;
      while (!(await system.ready())) await pause(50);
    } else {
      await system.kill();
      counts.system++;
      restarts.push(await system.start());
    }
    for (const { key, content } of await everySettled().catch(() => [])) seenSettled.set(key, content);
  }
  done = true;
}

function keyOf(station: string, time: number): string {
  return `${station}|${isoOf(time)}`;
}

function verdictOf(anomaly: Anomaly): Item {
  return {
    key: anomaly.id,
    content: `${anomaly.version}|${anomaly.classification}|${anomaly.actual}|${anomaly.check}|${anomaly.station}|${isoOf(anomaly.time)}|${anomaly.baseline}`,
  };
}

async function everyObservation(): Promise<Item[]> {
  const rows = await everyPage<{ station_id: string; timestamp: string }>('observations');
  return rows.map((row) => ({ key: keyOf(row.station_id, Date.parse(row.timestamp)), content: '' }));
}

async function everySettled(): Promise<Item[]> {
  type Row = Record<
    'anomaly_id' | 'version' | 'classification' | 'check' | 'station_id' | 'timestamp' | 'actual_value' | 'baseline',
    string | number | null
  >;
  const rows = await everyPage<Row>('anomalies', '&state=settled');
  return rows.map((row) => ({
    key: String(row.anomaly_id),
    content: `${row.version}|${row.classification}|${row.actual_value}|${row.check}|${row.station_id}|${row.timestamp}|${row.baseline}`,
  }));
}

async function everyPage<T>(list: 'observations' | 'anomalies', filter = ''): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${system.url}/api/v1/${list}?network=faults&limit=5000${filter}${page}`);
    if (!response.ok) throw new Error(`${list}: ${response.status} ${await response.text()}`);
    const answer = (await response.json()) as Record<string, unknown>;
    rows.push(...(answer[list] as T[]));
    cursor = answer['next_cursor'] as string | null;
  }
  return rows;
}
