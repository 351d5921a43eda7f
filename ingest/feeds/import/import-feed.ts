import type { Logger } from '../../../schemas/logger.ts';
import type { ItemResult, RawItem } from '../../raw-item.ts';
import { readIdentifier } from '../../validation/identifier.ts';
import { readNumber } from '../../validation/numeric-value.ts';
import { readRegistration } from '../../validation/position.ts';
import { isCount, rainKindOf, readRainInterval } from '../../validation/rain-fields.ts';
import type { Feed, FeedContext } from '../feed.ts';
import { submitPatiently } from '../submit-patiently.ts';
import type { ImportHistory, OrderedRows, StationFields } from './import-history.ts';
import { RainReports } from './rain-reports.ts';
import { RepeatedStations } from './repeated-stations.ts';

export interface ImportFeedOptions {
  /** Observations submitted at once. */
  readonly batch?: number;
  /** Called after each batch with the rows done and the rows in all. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Waits between tries of a submit that failed for a while, ms; as many tries as there are waits, and one. */
  readonly waits?: readonly number[];
}

const BATCH = 5000;
const MOST_SAID = 5;

/**
 * Stored history as a feed, from a CSV folder or a collector's database: everything goes through the intake in order of time, a batch after the
 * other, stations with the position that its table of stations gives. It may be repeated, also after an interruption: the
 * same rows give the same observations and the same dead letters. At its end it tells of rain whose intervals do not fit.
 *
 * `run` rejects with HalcyonError `store_unreadable` where the source is damaged (of a CSV folder nothing has been submitted then), and with
 * what the intake threw when it goes on failing.
 */
export function importFeed(history: ImportHistory, options: ImportFeedOptions = {}): Feed {
  return {
    name: 'import',
    async run(context: FeedContext): Promise<void> {
      const stations = new Introductions(history, context.logger);
      const ordered = await history.ordered(context.signal);
      await submitAll(history, ordered, stations, context, options);
    },
  };
}

async function submitAll(
  history: ImportHistory,
  ordered: OrderedRows,
  stations: Introductions,
  context: FeedContext,
  options: ImportFeedOptions,
): Promise<void> {
  const most = options.batch ?? BATCH;
  const reports = new RainReports();
  let done = 0;
  let batch: RawItem[] = [];
  const submit = async (): Promise<boolean> => {
    if (batch.length === 0) return true;
    const results = await submitPatiently(context, history.network, 'import', batch, options.waits);
    if (results === null) return false;
    stations.learn(results);
    for (const [index, result] of results.entries()) addAmount(reports, batch[index], result);
    done += batch.length;
    batch = [];
    options.onProgress?.(done, ordered.total);
    return true;
  };
  for await (const items of ordered.items()) {
    if (context.signal.aborted) return;
    for (const item of items) {
      batch.push(stations.introduce(item));
      if (batch.length >= most && !(await submit())) return;
    }
  }
  if (!(await submit())) return;
  for (const line of [...reports.overlaps(), ...reports.undeclared()]) context.logger.warn(line);
}

/** Adds the amount of rain of an item that was accepted, where it has one. */
function addAmount(reports: RainReports, { fields }: RawItem, result: ItemResult): void {
  if (fields === null || result.status !== 'accepted') return;
  if (typeof readNumber(fields['rain']) !== 'number' || isCount(rainKindOf(fields['kinds']))) return;
  reports.add(result.network, result.station, result.time, result.rainInterval ?? null);
}

/**
 * Gives the position of a station along with its observations until one of them was accepted: it registers the station.
 * The interval of its rain goes with all of them, as it is said of this source, whatever the station is registered with.
 */
class Introductions {
  private readonly unknown = new Map<string, StationFields>();
  private readonly intervals = new Map<string, number>();

  constructor(history: ImportHistory, logger: Logger) {
    let refused = 0;
    const refuse = (file: string, line: number, detail: string): void => {
      refused += 1;
      if (refused <= MOST_SAID) logger.warn(`${file}:${line}: ${detail}`);
    };
    const repeated = new RepeatedStations();
    for (const { file, line, fields, unreadable } of history.stationRows) {
      const id = readIdentifier(fields?.['station_id']);
      if (fields === null || id === undefined) {
        refuse(file, line, fields === null ? unreadable : 'station_id is missing or no identifier');
        continue;
      }
      const registration = readRegistration(fields, id);
      if (Array.isArray(registration)) refuse(file, line, registration.map((problem) => problem.message).join('; '));
      else {
        const replaced = repeated.replacedBy(id, { file, line });
        if (replaced !== null) refuse(replaced.file, replaced.line, replaced.detail);
        this.unknown.set(id, positionOf(fields));
        this.intervals.delete(id);
        if (registration.rainInterval !== null) this.intervals.set(id, registration.rainInterval);
      }
    }
    if (refused > MOST_SAID) logger.warn(`${refused - MOST_SAID} more rows of stations are left out`);
  }

  introduce(item: RawItem): RawItem {
    if (item.fields === null || (this.unknown.size === 0 && this.intervals.size === 0)) return item;
    const id = readIdentifier(item.fields['station_id']) ?? '';
    const position = this.unknown.get(id);
    const interval = this.intervals.get(id);
    if (position === undefined && interval === undefined) return item;
    const fields: Record<string, unknown> = { ...item.fields, ...position };
    if (interval !== undefined && readRainInterval(fields['rain_interval']) === null)
      fields['rain_interval'] = interval;
    return { ...item, fields };
  }

  learn(results: readonly ItemResult[]): void {
    if (this.unknown.size === 0) return;
    for (const result of results) if (result.status === 'accepted') this.unknown.delete(result.station);
  }
}

function positionOf(fields: StationFields): StationFields {
  const position: Record<string, unknown> = {};
  for (const field of [
    'latitude',
    'longitude',
    'elevation',
    'station_name',
    'pressure_level',
    'manufacturer',
    'model',
  ]) {
    if (fields[field] !== undefined) position[field] = fields[field];
  }
  return position;
}
