import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { assertRegularFile, pathReason } from '../../../schemas/path-reason.ts';
import { DEFAULT_NETWORK } from '../../http/http-parts.ts';
import { openIntake } from '../../system/open-intake.ts';
import type { CommandIo } from '../command-frame.ts';
import { printable } from '../terminal/printable.ts';

/** `halcyon station import FILE`: registers the stations of a CSV or JSON file, all or none. */
export async function stationImportCommand(
  path: string,
  options: { readonly network?: string },
  io: CommandIo,
): Promise<number> {
  const configuration = readConfiguration(io.environment);
  const registrations = readRegistrations(path, await readText(path));
  const way = await openIntake(configuration, io.now, (line) => io.stderr.write(`${printable(line)}\n`));
  try {
    await way.registerStations(options.network ?? DEFAULT_NETWORK, registrations);
  } finally {
    await way.close();
  }
  io.stdout.write(
    `${registrations.length} station${registrations.length === 1 ? '' : 's'} registered in ${way.title}\n`,
  );
  return 0;
}

async function readText(path: string): Promise<string> {
  try {
    await assertRegularFile(path);
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (cause) {
    const right = 'should be a CSV or JSON file of stations';
    throw new HalcyonError('store_unreadable', `${path} cannot be read: ${pathReason(cause)}; ${right}`, { cause });
  }
}

/** CSV with a header line, or a JSON array of registrations. */
function readRegistrations(path: string, text: string): unknown[] {
  try {
    if (!/^\s*[[{]/.test(text)) {
      const rows: Record<string, string>[] = parse(text, { columns: true, skip_empty_lines: true, trim: true });
      return rows.map((row) => {
        const { elevation, ...rest } = row;
        return {
          ...rest,
          elevation: elevation === undefined || elevation === '' ? null : Number(elevation),
          ...position(row),
        };
      });
    }
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch (cause) {
    const problem = `${path} is neither CSV with a header line nor JSON: ${messageOf(cause)}`;
    throw new HalcyonError('store_unreadable', problem, { cause });
  }
}

/** Texts as numbers where they are numbers; anything else is left for the registration to refuse by name. */
function position(row: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    ['latitude', 'longitude'].map((name) => {
      const number = Number(row[name]);
      return [name, row[name] === undefined || row[name] === '' || Number.isNaN(number) ? row[name] : number];
    }),
  );
}
