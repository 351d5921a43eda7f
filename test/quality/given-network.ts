import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { slotOf } from '../../schemas/time.ts';

/** A network as `--network` names it. */
export interface GivenNetwork {
  /** For the rows of tables: the last part of its folder, and how much is left out of it. */
  readonly name: string;
  /** Folder of CSV files. */
  readonly data: string;
  /** Stretches that are judged, as for `inject.mjs`. */
  readonly segments: string;
  /** Stations with faults of their own, comma separated. */
  readonly exclude: string;
  /** Only the reports of every so manieth slot of ten minutes are taken: 6 makes an hourly network. */
  readonly every: number;
}

/** What a value of `--network` looks like. */
export const NETWORK_FORM = 'DIR;FROM..TO,FROM..TO;STATION,STATION;EVERY';

/**
 * Reads what `--network` gives: a folder, what of it is judged, whom to leave out, and which of its reports are taken; the last
 * two may be left out.
 *
 * @throws Error that says what it should be
 */
export function givenNetwork(given: string): GivenNetwork {
  const [data, segments = '', exclude = '', thinned = '1'] = given.split(';');
  const every = Number(thinned);
  if (data === '' || segments === '' || !(Number.isSafeInteger(every) && every >= 1)) {
    throw new Error(`--network '${given}' should be '${NETWORK_FORM}'`);
  }
  const name = basename(data);
  return { name: every === 1 ? name : `${name}, 1 report of ${every}`, data, segments, exclude, every };
}

/** The folder of a network's data: where not all of its reports are taken, one that is made, once, under `root`. */
export function dataOf({ data, every }: GivenNetwork, root: string): string {
  if (every === 1) return data;
  const folder = join(root, `${basename(data)}-${every}`);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  for (const file of ['stations.csv', 'labels.csv']) {
    if (existsSync(join(data, file))) copyFileSync(join(data, file), join(folder, file));
  }
  const packed = join(data, 'observations.csv.gz');
  const text = existsSync(packed)
    ? gunzipSync(readFileSync(packed)).toString()
    : readFileSync(join(data, 'observations.csv'), 'utf8');
  const [header, ...rows] = text.trimEnd().split('\n');
  const column = header.split(',').indexOf('time');
  const kept = rows.filter((row) => slotOf(Date.parse(row.split(',')[column])) % every === 0);
  writeFileSync(join(folder, 'observations.csv.gz'), gzipSync(`${[header, ...kept].join('\n')}\n`));
  return folder;
}
