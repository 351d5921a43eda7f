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
  /** The stations that are taken; none where all are. */
  readonly stations: readonly string[];
}

/** What a value of `--network` looks like. */
export const NETWORK_FORM = 'DIR;FROM..TO,FROM..TO;EXCLUDED,EXCLUDED;EVERY;STATION,STATION';

/**
 * Reads what `--network` gives: a folder, what of it is judged, whose faults are not scored, and which of its reports and of its
 * stations are taken; the last three may be left out.
 *
 * @throws Error that says what it should be
 */
export function givenNetwork(given: string): GivenNetwork {
  const [data, segments = '', exclude = '', thinned = '1', taken = ''] = given.split(';');
  const every = Number(thinned);
  if (data === '' || segments === '' || !(Number.isSafeInteger(every) && every >= 1)) {
    throw new Error(`--network '${given}' should be '${NETWORK_FORM}'`);
  }
  const stations = taken.split(',').filter((id) => id !== '');
  const name = [
    basename(data),
    ...(every === 1 ? [] : [`1 report of ${every}`]),
    ...(stations.length === 0 ? [] : [stations.join(' ')]),
  ].join(', ');
  return { name, data, segments, exclude, every, stations };
}

/** The folder of a network's data: where not all of it is taken, one that is made, once, under `root`. */
export function dataOf({ data, every, stations }: GivenNetwork, root: string): string {
  if (every === 1 && stations.length === 0) return data;
  const folder = join(root, [basename(data), every, ...stations].join('-'));
  if (existsSync(folder)) return folder;
  const isTaken = (id: string) => stations.length === 0 || stations.includes(id);
  const known = new Set<string>();
  const registered = keptRows(readFileSync(join(data, 'stations.csv'), 'utf8'), ['station_id'], ([id]) => {
    known.add(id);
    return isTaken(id);
  });
  const unknown = stations.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Error(`${data} has no station ${unknown.join(', ')}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'stations.csv'), registered);
  const labels = join(data, 'labels.csv');
  if (existsSync(labels)) copyFileSync(labels, join(folder, 'labels.csv'));
  const packed = join(data, 'observations.csv.gz');
  const text = existsSync(packed)
    ? gunzipSync(readFileSync(packed)).toString()
    : readFileSync(join(data, 'observations.csv'), 'utf8');
  const isKept = ([id, time]: readonly string[]) => isTaken(id) && slotOf(Date.parse(time)) % every === 0;
  writeFileSync(join(folder, 'observations.csv.gz'), gzipSync(keptRows(text, ['station_id', 'time'], isKept)));
  return folder;
}

/** The header of a CSV file, and its rows of which some columns are as they should be: none of them is quoted. */
function keptRows(text: string, columns: readonly string[], isKept: (cells: readonly string[]) => boolean): string {
  const [header, ...rows] = text.trimEnd().split(/\r?\n/);
  const places = columns.map((column) => header.split(',').indexOf(column));
  const kept = rows.filter((row) => {
    const cells = row.split(',');
    return isKept(places.map((place) => cells[place]));
  });
  return `${[header, ...kept].join('\n')}\n`;
}
