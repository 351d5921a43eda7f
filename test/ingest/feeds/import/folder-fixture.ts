import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export const STATIONS = 'station_id,station_name,latitude,longitude,elevation\nA,Alpha,51,4,12\nB,Beta,51.1,4.1,\n';
export const HEADER = 'station_id,time,temp_out,out_hum,wind_speed,bar,rain';

/** Makes folders of files for a test and removes them. */
export class Folders {
  private readonly made: string[] = [];

  /** Path of a new folder with these files; names that end in .gz are compressed. */
  async make(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'halcyon-csv-'));
    this.made.push(path);
    for (const [name, content] of Object.entries(files)) {
      await writeFile(
        join(path, name),
        name.endsWith('.gz') && typeof content === 'string' ? gzipSync(content) : content,
      );
    }
    return path;
  }

  async remove(): Promise<void> {
    for (const path of this.made.splice(0)) await rm(path, { recursive: true, force: true });
  }
}
