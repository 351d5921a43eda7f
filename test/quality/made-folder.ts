import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';

/** A report of a made station: its id, time [ms since the epoch] and values in the order of VARIABLES. */
export type MadeReport = readonly [station: string, time: number, values: readonly (number | null)[]];

/**
 * Writes a folder as the harness does, of stations a few kilometres apart.
 *
 * @param truth lines of `truth.csv` without its header
 */
export function writeMadeFolder(folder: string, reports: readonly MadeReport[], truth: readonly string[] = []): void {
  mkdirSync(folder, { recursive: true });
  const lines = (header: string, rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`;
  const ids = [...new Set(reports.map(([station]) => station))];
  const stations = ids.map((id, k) => `${id},Station ${id},${51 + k * 0.05},4,`);
  writeFileSync(join(folder, 'stations.csv'), lines('station_id,station_name,latitude,longitude,elevation', stations));
  const observations = reports.map(([id, time, values]) =>
    [id, isoOf(time), ...values.map((value) => value ?? '')].join(),
  );
  const text = lines(`station_id,time,${VARIABLES.join()}`, observations);
  writeFileSync(join(folder, 'observations.csv.gz'), gzipSync(text));
  writeFileSync(join(folder, 'truth.csv'), lines('station_id,variable,start,end,kind,size,class', truth));
}
