// 200 clients create and read patterns and tasks while the service is killed again and again: what was answered is there,
// equal to what was sent; nothing is half there.
//   npm run test:patterns [-- --kills 20 --clients 200 --seed 1]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { seeded } from '../../detectors/stages/small-network.ts';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { countOf, runOptions } from '../../run-options.ts';
import { madePattern } from './made-pattern.ts';

const { values: options } = runOptions({
  options: {
    kills: { type: 'string', default: '20' },
    clients: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const kills = countOf(options, 'kills');
const clients = countOf(options, 'clients');
const seed = countOf(options, 'seed');
/** How long the service runs between two kills [ms]: from the least to so much more. */
const [LEAST_MS, MORE_MS] = [1_500, 2_500];

const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
const service = await HalcyonProcess.on({ environment: { HALCYON_DATA: join(folder, 'data') }, only: 'patterns' });
const problems: string[] = [];
/** What was sent under an id: one text, or for an id that several clients use one of each; and which was answered 201. */
interface Sent {
  readonly texts: Set<string>;
  readonly task: string | null;
  winner: string | null;
}
const sent = new Map<string, Sent>();
const tasks = new Map<string, Set<string>>();
let [reads, refusals, lost] = [0, 0, 0];

async function ask(method: string, path: string, text?: string): Promise<{ status: number; text: string } | null> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(service.url + path, { method, ...(text !== undefined && { headers, body: text }) });
    return { status: response.status, text: await response.text() };
  } catch {
    lost++;
    return null;
  }
}

function found(problem: string): void {
  if (problems.length < 20) console.log(`problem: ${problem}`);
  problems.push(problem);
}

/** One client: a task now and then, patterns under ids of its own and some under ids that all share, and reads. */
async function client(number: number, stopped: () => boolean, round: number): Promise<void> {
  const random = seeded(seed * 1_000_003 + round * 1_009 + number);
  let task: string | null = null;
  for (let turn = 0; !stopped(); turn++) {
    if (turn % 10 === 0) {
      const answer = await ask('POST', '/api/v1/tasks/', JSON.stringify({ name: `task ${number}`, request: 'x' }));
      if (answer?.status === 201) {
        task = (JSON.parse(answer.text) as { id: string }).id;
        tasks.set(task, new Set());
      }
    }
    const shared = random() < 0.2;
    const id = shared ? `shared-${round}-${turn % 5}` : `own-${round}-${number}-${turn}`;
    const pattern: PgJson = shared ? madePattern(id, 6, number % 3) : madePattern(id, 2 + Math.floor(random() * 20));
    const text = JSON.stringify(pattern);
    const entry = sent.get(id) ?? { texts: new Set(), task: shared ? null : task, winner: null };
    entry.texts.add(text);
    sent.set(id, entry);
    const answer = await ask('POST', `/api/v1/aps/${task === null || shared ? '' : `?task_id=${task}`}`, text);
    if (answer?.status === 201) {
      if (entry.winner !== null && entry.winner !== text) found(`${id} was answered for two graphs`);
      entry.winner = text;
      if (task !== null && !shared) tasks.get(task)?.add(id);
    } else if (answer !== null) {
      refusals++;
      const lostToAnother = shared && answer.status === 422 && answer.text.includes('already_exists');
      if (answer.status !== 503 && !lostToAnother)
        found(`create of ${id}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    const known = [...sent.keys()];
    await check(known[Math.floor(random() * known.length)]);
  }
}

/** Reads a pattern: it is there where it was answered, and whole where it is there. */
async function check(id: string): Promise<void> {
  const entry = sent.get(id);
  const wasAnswered = entry !== undefined && entry.winner !== null;
  const answer = await ask('GET', `/api/v1/aps/${id}`);
  if (answer === null || entry === undefined) return;
  reads++;
  if (answer.status === 404 && wasAnswered) found(`${id} was answered and is not there`);
  else if (
    answer.status === 200 &&
    !(entry.winner === null ? entry.texts.has(answer.text) : answer.text === entry.winner)
  )
    found(`${id} is another than was sent`);
  else if (answer.status !== 200 && answer.status !== 404) found(`read of ${id}: ${answer.status}`);
}

const began = performance.now();
await service.start();
const random = seeded(seed);
for (let round = 0; round <= kills; round++) {
  let stop = false;
  const working = Array.from({ length: clients }, (_, number) => client(number, () => stop, round));
  await sleep(LEAST_MS + random() * MORE_MS);
  stop = true;
  if (round < kills) {
    await service.kill();
    await Promise.all(working);
    await service.start();
  } else {
    await Promise.all(working);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`  ${seconds} s  ${Math.min(round + 1, kills)} kills, ${sent.size} patterns sent, ${reads} read`);
}
// In the end everything: all that was sent, and the links of every task.
for (const id of sent.keys()) await check(id);
let links = 0;
for (const [task, linked] of tasks) {
  const answer = await ask('GET', `/api/v1/tasks/${task}/aps`);
  const there = new Set(answer?.status === 200 ? (JSON.parse(answer.text) as string[]) : []);
  for (const id of linked) {
    links++;
    if (!there.has(id)) found(`${id} was linked to ${task} and is not`);
  }
  for (const id of there) if (sent.get(id)?.task !== task) found(`${id} is linked to ${task} and was not`);
}
await service.kill();
rmSync(folder, { recursive: true, force: true });
const answered = [...sent.values()].filter(({ winner }) => winner !== null).length;
console.log(
  `${kills} kills, ${clients} clients: ${answered} of ${sent.size} patterns answered, ${reads} read, ${tasks.size} tasks with ` +
    `${links} links, ${lost} answers lost with the service, ${refusals} refused; ${problems.length} problems`,
);
process.exit(problems.length === 0 && answered > 0 ? 0 : 1);
