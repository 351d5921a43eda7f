import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isoOf } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { wordsToRun } from '../../compiled.ts';
import type { Verdict } from './fault-findings.ts';
import type { FaultyNetwork } from './faulty-network.ts';
import { type ValueCounts, valueCountsShape } from './value-counts.ts';

/** What a run says of a network. */
export interface Judged {
  readonly verdicts: readonly Verdict[];
  /** Null where it does not count them. */
  readonly counts: ValueCounts | null;
}

/**
 * Writes a network as a folder of CSV files and judges all of it by the command `anomaly-detector`.
 *
 * @throws Error where the command fails
 */
export async function commandRun(folder: string, network: FaultyNetwork): Promise<Judged> {
  const database = join(folder, network.cadence.name);
  writeFolder(database, network);
  const file = join(folder, `${network.cadence.name}.json`);
  const [first, last] = [network.observations[0], network.observations.at(-1)];
  const stretch = ['--start', isoOf(first?.time ?? 0), '--end', isoOf(last?.time ?? 0)];
  const words = wordsToRun('services/cli/anomaly-detector.ts');
  const args = [...words, '--database', database, '--spatial-verify', ...stretch, '--save', file];
  await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  const { anomalies, metadata } = JSON.parse(readFileSync(file, 'utf8')) as {
    anomalies: Verdict[];
    metadata: { values?: unknown };
  };
  return { verdicts: anomalies, counts: valueCountsShape.nullable().parse(metadata.values ?? null) };
}

function writeFolder(folder: string, { stations, observations }: FaultyNetwork): void {
  mkdirSync(folder);
  const places = stations.map(({ id, name, latitude, longitude, elevation }) =>
    [id, name, latitude, longitude, elevation].join(),
  );
  const rows = observations.map(({ station, time, values }) =>
    [station, isoOf(time), ...VARIABLES.map((variable) => values[variable])].join(),
  );
  const heads = ['station_id,station_name,latitude,longitude,elevation', `station_id,time,${VARIABLES.join()}`];
  writeFileSync(join(folder, 'stations.csv'), `${[heads[0], ...places].join('\n')}\n`);
  writeFileSync(join(folder, 'observations.csv'), `${[heads[1], ...rows].join('\n')}\n`);
}
