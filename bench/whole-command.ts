import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoNetwork } from '../ingest/feeds/demo/demo-network.ts';
import { openCsvFolder } from '../ingest/feeds/import/csv-folder.ts';
import { CsvFolderSource } from '../ingest/feeds/import/csv-folder-source.ts';
import { isoOf, timeOfSlot } from '../schemas/time.ts';
import { VARIABLES } from '../schemas/variables.ts';
import type { Figure } from './figure.ts';
import { measuredCommand } from './measured-command.ts';

const STATIONS = 1_000;
const FIRST_SLOT = 2_900_000;
/** Six hours of history before the six hours that are judged. */
const WINDOW = 36;
const JUDGED = 36;
/** Of a folder that is given so many hours at its end are judged: 13 days and a part of the one before. */
const HOURS_OF_FOLDER = 321;
const HOUR_MS = 3_600_000;

/** CPU seconds of the built command over a CSV folder of 1,000 stations: six hours judged, with verification. */
export async function wholeCommand(): Promise<Figure[]> {
  const parent = await mkdtemp(join(tmpdir(), 'halcyon-whole-command-'));
  try {
    const folder = join(parent, 'network');
    await writeNetwork(folder);
    const start = isoOf(timeOfSlot(FIRST_SLOT + WINDOW));
    const end = isoOf(timeOfSlot(FIRST_SLOT + WINDOW + JUDGED - 1));
    return await commandCost(folder, start, end, { what: '1,000 stations, 6 hours', goal: '<= 3' });
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/**
 * CPU seconds of the built command over the end of a folder of CSV files, with verification.
 *
 * @throws HalcyonError where the folder cannot be read; Error where nothing is in it
 */
export async function commandOnFolder(folder: string): Promise<Figure[]> {
  const csv = await openCsvFolder(folder);
  const source = await CsvFolderSource.open(csv, { latest: Date.now() });
  const extent = await source.extent(csv.network);
  if (extent === null) throw new Error(`${folder} holds no observations`);
  const start = isoOf(Math.max(extent.first, extent.last - HOURS_OF_FOLDER * HOUR_MS));
  return commandCost(folder, start, isoOf(extent.last), { what: csv.network, goal: '<= 5' });
}

async function commandCost(
  folder: string,
  start: string,
  end: string,
  { what, goal }: { what: string; goal: string },
): Promise<Figure[]> {
  const stretch = ['--database', folder, '--start', start, '--end', end];
  const { stdout, cpuSeconds } = await measuredCommand([...stretch, '--spatial-verify']);
  const values = Number(/Values Judged:\s+(\d+)/.exec(stdout)?.[1]);
  return [
    { name: `anomaly-detector, ${what}`, value: cpuSeconds, unit: 'CPU s', goal },
    { name: `anomaly-detector, ${what}: values judged`, value: values, unit: '', goal: '' },
  ];
}

async function writeNetwork(folder: string): Promise<void> {
  const network = demoNetwork({ stations: STATIONS, seed: 1 });
  const stations = ['station_id,station_name,latitude,longitude,elevation'];
  const rows = [`station_id,time,${VARIABLES.join(',')}`];
  for (let index = 0; index < STATIONS; index++) {
    const { id, name, latitude, longitude, elevation } = network.station(index);
    stations.push(`${id},${name},${latitude},${longitude},${elevation}`);
  }
  for (let slot = FIRST_SLOT; slot < FIRST_SLOT + WINDOW + JUDGED; slot++) {
    for (let index = 0; index < STATIONS; index++) {
      const values = network.observe(index, slot);
      if (values === null) continue;
      rows.push(
        `${network.id(index)},${isoOf(timeOfSlot(slot))},${VARIABLES.map((name) => values[name] ?? '').join(',')}`,
      );
    }
  }
  await mkdir(folder);
  await writeFile(join(folder, 'stations.csv'), `${stations.join('\n')}\n`);
  await writeFile(join(folder, 'observations.csv'), `${rows.join('\n')}\n`);
}
