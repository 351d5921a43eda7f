// What an element more costs: judging time, memory and bytes stored, with 0, 1, 12 and 41 elements beside the five.
//   npm run bench:elements [-- --stations 60 --days 2]
// Each value of an element is made like a temperature's: a day's course, its own noise, and 0.1 of resolution.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOCUMENTED_VARIABLES } from '../schemas/elements/element.ts';
import { PACKAGED_ELEMENTS } from '../schemas/elements/packaged-elements.ts';
import { isoOf, SLOT_MS, SLOTS_PER_DAY } from '../schemas/time.ts';
import { seeded } from '../test/detectors/stages/small-network.ts';
import { markdownTable } from '../test/quality/markdown-table.ts';
import { countOf, runOptions } from '../test/run-options.ts';
import { bytesIn } from '../test/trials/backup/plain-copy.ts';
import { measuredCommand } from './measured-command.ts';

const { values: options } = runOptions({
  options: { stations: { type: 'string', default: '60' }, days: { type: 'string', default: '2' } },
});
const [stations, days] = [countOf(options, 'stations'), countOf(options, 'days')];
const START = Date.UTC(2026, 2, 1);
const MORE = [0, 1, 12, 41];

/** What goes together with the five: highest above, lowest and dew point below the temperature, light by day alone. */
const MIDDLES: Readonly<Record<string, number>> = {
  ...{ wind_gust: 25, wind_direction: 180, dew_point: 4, temp_max: 20, temp_min: 4, soil_moisture: 30 },
  ...{ snow_depth: 20, visibility: 20_000, station_pressure: 1010, pm2_5: 25 },
};

const root = mkdtempSync(join(tmpdir(), 'halcyon-elements-'));
try {
  const own = Array.from({ length: 41 - PACKAGED_ELEMENTS.length }, (_, k) => ({
    ...{ name: `own_${k}`, standard_name: 'air_temperature', title: `own element ${k}`, unit: 'degC' },
    ...{ kind: 'instantaneous', relation: 'difference', low: -80, high: 60, resolution: 0.1, floor: 2 },
  }));
  const file = join(root, 'elements.json');
  writeFileSync(file, JSON.stringify({ elements: own }));
  const names = [...PACKAGED_ELEMENTS, ...own].map(({ name }) => name);
  const rows: Cost[] = [];
  for (const more of MORE) rows.push(await costOf(names.slice(0, more), more > PACKAGED_ELEMENTS.length ? file : null));
  const [first] = rows;
  const lines = rows.map(({ more, judging, memory, stored }) => {
    const each = (value: number, base: number) => (more === 0 ? '-' : ((value - base) / more).toFixed(2));
    return [
      ...[String(more), judging.toFixed(1), each(judging / first.judging, 1)],
      ...[memory.toFixed(0), stored.toFixed(1), each(stored, first.stored)],
    ];
  });
  const header = [
    'elements',
    'judging [s]',
    'each, of the five',
    'memory [MiB]',
    'stored [bytes a report]',
    'each [bytes a value]',
  ];
  console.log(`${stations} stations, ${days} days, a report every ten minutes\n`);
  console.log(markdownTable(header, lines));
} finally {
  rmSync(root, { recursive: true });
}

interface Cost {
  readonly more: number;
  /** Processor time of `anomaly-detector` over all of it [s], its largest memory [MiB], and bytes of the tables a report. */
  readonly judging: number;
  readonly memory: number;
  readonly stored: number;
}

async function costOf(names: readonly string[], file: string | null): Promise<Cost> {
  const folder = join(root, String(names.length));
  writeNetwork(folder, names);
  const packaged = names.filter((name) => PACKAGED_ELEMENTS.some((element) => element.name === name));
  const elements = [...packaged, ...(file === null ? [] : [file])].join();
  const environment = { ...process.env, HALCYON_ELEMENTS: elements, HALCYON_DATA: join(folder, 'data') };
  const end = isoOf(START + days * SLOTS_PER_DAY * SLOT_MS - SLOT_MS);
  const asked = ['--database', folder, '--start', isoOf(START), '--end', end, '--spatial-verify'];
  const variables = [...DOCUMENTED_VARIABLES, ...names].join();
  const judged = await measuredCommand([...asked, '--variables', variables], { environment });
  await measuredCommand(['import', folder, '--network', 'made'], { program: 'halcyon', environment });
  const bytes = bytesIn([join(folder, 'data', 'time-series')]);
  const stored = bytes / (stations * days * SLOTS_PER_DAY);
  return { more: names.length, judging: judged.cpuSeconds, memory: judged.memoryMib, stored };
}

function writeNetwork(folder: string, names: readonly string[]): void {
  mkdirSync(folder);
  const random = seeded(1);
  const ids = Array.from({ length: stations }, (_, k) => `made-${String(k).padStart(3, '0')}`);
  const places = ids.map(
    (id, k) => `${id},Made ${k},${(51 + (k % 8) * 0.1).toFixed(2)},${(4 + Math.floor(k / 8) * 0.1).toFixed(2)},10`,
  );
  writeFileSync(
    join(folder, 'stations.csv'),
    `station_id,station_name,latitude,longitude,elevation\n${places.join('\n')}\n`,
  );
  const lines = [`station_id,time,${[...DOCUMENTED_VARIABLES, ...names].join()}`];
  for (let k = 0; k < days * SLOTS_PER_DAY; k++) {
    const day = Math.sin((2 * Math.PI * k) / SLOTS_PER_DAY);
    for (const id of ids) {
      const one = (middle: number, reach: number) => (middle + reach * day + random() - 0.5).toFixed(1);
      const five = [one(12, 5), Math.round(70 + 10 * day + random()), one(8, 3), one(1013, 1), 0];
      lines.push(
        [
          id,
          isoOf(START + k * SLOT_MS),
          ...five,
          ...names.map((name) => plausible(name, one, (2 * Math.PI * k) / SLOTS_PER_DAY)),
        ].join(),
      );
    }
  }
  writeFileSync(join(folder, 'observations.csv'), `${lines.join('\n')}\n`);
}

function plausible(name: string, one: (middle: number, reach: number) => string, phase: number): string {
  if (name === 'solar_radiation') return Math.max(0, Math.round(-500 * Math.cos(phase))).toString();
  return one(MIDDLES[name] ?? 15, name === 'dew_point' || name === 'temp_min' ? 5 : 4);
}
