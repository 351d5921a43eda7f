import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { sharedTemplate } from '../../shared-template.ts';

/** A new data folder with an embedded catalogue; the cluster is made once and copied, since making it takes seconds. */
export function folderWithCatalogue(): Promise<string> {
  return folderWith(catalogueTemplate());
}

/** A new data folder with an empty time series: its tables, too, are made once. */
export function folderWithTimeSeries(): Promise<string> {
  return folderWith(timeSeriesTemplate());
}

/** A new data folder with both. */
export function folderWithStores(): Promise<string> {
  return folderWith(catalogueTemplate(), timeSeriesTemplate());
}

async function folderWith(...templates: readonly Promise<string>[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-made-'));
  for (const template of await Promise.all(templates)) {
    // The tables of the time series are reached by links that are relative.
    cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
  }
  return folder;
}

function catalogueTemplate(): Promise<string> {
  return sharedTemplate('catalogue', async (dataFolder) => {
    // As a making leaves it that was cut short before the move to its place: the next one begins anew.
    mkdirSync(join(dataFolder, 'catalogue.new'));
    writeFileSync(join(dataFolder, 'catalogue.new', 'PG_VERSION'), '1');
    await (await openCatalogue({ dataFolder })).close();
  });
}

function timeSeriesTemplate(): Promise<string> {
  return sharedTemplate('time-series', async (dataFolder) => (await openTimeSeries({ dataFolder })).close());
}
