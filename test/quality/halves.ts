import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isoOf, SLOT_MS, slotOf } from '../../schemas/time.ts';

/** Slots after the begin of a stretch that `inject.mjs` leaves to the windows: what is scored begins behind them. */
const WARM_SLOTS = 48;

/**
 * The earlier and the later half of what is judged: of several stretches the first and the others, a single one in its
 * middle.
 *
 * @param segments stretches as for `inject.mjs`: `FROM..TO,FROM..TO`
 */
export function halvesOf(segments: string): readonly [earlier: string, later: string] {
  const [first, ...others] = segments.split(',');
  if (others.length > 0) return [first, others.join(',')];
  const [from, to] = first.split('..').map((time) => Date.parse(time));
  const middle = Math.round((from + to) / 2 / SLOT_MS) * SLOT_MS;
  return [`${isoOf(from)}..${isoOf(middle)}`, `${isoOf(middle + SLOT_MS)}..${isoOf(to)}`];
}

/**
 * Makes the folder of one half beside an injected one: the same observations, but what is told and scored is of the half.
 *
 * @param folder that `inject.mjs` wrote
 * @param name last part of the new folder's name
 * @param segments stretches of the half
 * @returns the new folder
 */
export function halfFolder(folder: string, name: string, segments: string): string {
  const half = `${folder}-${name}`;
  mkdirSync(half);
  for (const file of ['stations.csv', 'observations.csv.gz', 'labels.csv']) {
    symlinkSync(join(folder, file), join(half, file));
  }
  const stretches = segments.split(',').map((segment) => segment.split('..').map((time) => slotOf(Date.parse(time))));
  const within = (time: string) => {
    const slot = slotOf(Date.parse(time));
    return stretches.some(([from, to]) => slot >= from && slot <= to);
  };
  const [header, ...rows] = readFileSync(join(folder, 'truth.csv'), 'utf8').trimEnd().split('\n');
  const start = header.split(',').indexOf('start');
  const kept = rows.filter((row) => within(row.split(',')[start]));
  writeFileSync(join(half, 'truth.csv'), `${[header, ...kept].join('\n')}\n`);
  const { cadence } = JSON.parse(readFileSync(join(folder, 'segments.json'), 'utf8')) as { cadence: number };
  const scored = stretches.map(([from, to]) => [isoOf((from + WARM_SLOTS) * SLOT_MS), isoOf(to * SLOT_MS)]);
  writeFileSync(join(half, 'segments.json'), `${JSON.stringify({ cadence, segments: scored })}\n`);
  return half;
}
