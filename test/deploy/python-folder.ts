import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { packageFile } from '../../schemas/package-root.ts';
import { wordsToRun } from '../compiled.ts';

/** The Python module of the command. */
export const MODULE = packageFile('deploy/python/anomaly_detector.py');
const START = Date.UTC(2022, 8, 15);

/** A folder with the Python module, the command in PATH as the installed one is, and `weather`, a folder of CSV files. */
export class PythonFolder {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;

  private constructor(folder: string) {
    this.folder = folder;
    copyFileSync(MODULE, join(folder, 'anomaly_detector.py'));
    const words = [process.execPath, ...wordsToRun('services/cli/anomaly-detector.ts')];
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'anomaly-detector'),
      `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`,
    );
    chmodSync(join(bin, 'anomaly-detector'), 0o755);
    const path = [bin, dirname(process.execPath), process.env['PATH']].join(delimiter);
    const own = { PATH: path, HALCYON_DATA: join(folder, 'data'), PYTHONDONTWRITEBYTECODE: '1' };
    this.environment = { ...process.env, ...own };
    writeWeather(join(folder, 'weather'));
  }

  /** null where this machine has no Python, which is then said. */
  static open(): PythonFolder | null {
    if (spawnSync('python3', ['--version']).status !== 0) {
      console.warn('      skipped: python3 is not on this machine: apt-get install python3');
      return null;
    }
    return new PythonFolder(mkdtempSync(join(tmpdir(), 'halcyon-python-')));
  }

  /** Runs Python in the folder. */
  run(argv: readonly string[]): { status: number | null; stdout: string; stderr: string } {
    const options = { cwd: this.folder, env: this.environment, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('python3', argv, options);
    return { status, stdout, stderr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Three stations for sixteen hours; one thermometer jumps at the end. */
function writeWeather(folder: string): void {
  mkdirSync(folder);
  const stations = ['s1,One,51,4,', 's2,Two,51.1,4.1,', 's3,Three,51.2,4,'];
  writeFileSync(
    join(folder, 'stations.csv'),
    `station_id,station_name,latitude,longitude,elevation\n${stations.join('\n')}\n`,
  );
  const rows = Array.from({ length: 96 * 3 }, (_, index) => {
    const [slot, station] = [Math.floor(index / 3), (index % 3) + 1];
    const degrees = 15 + 4 * Math.sin(slot / 23) + 0.3 * Math.sin(slot * 1.7 + station * 2);
    const broken = slot === 90 && station === 2 ? 25 : 0;
    return `s${station},${new Date(START + slot * 600_000).toISOString()},${(degrees + broken).toFixed(1)}`;
  });
  writeFileSync(join(folder, 'observations.csv'), `station_id,time,temp_out\n${rows.join('\n')}\n`);
}
