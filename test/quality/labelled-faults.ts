import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkHealth } from '../../detectors/health/health-check.ts';
import type { HealthIssue, HealthIssueKind } from '../../detectors/health/health-issue.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { refuse } from '../run-options.ts';
import { type InjectedHistory, rowsOf } from './injected-history.ts';

/** Which issues show a fault of a kind; a kind that is not named here is shown by any issue of its station and variable. */
const SHOWN_BY: Readonly<Record<string, readonly HealthIssueKind[]>> = {
  frozen_record: ['repeated', 'unchanged', 'constant', 'stalled'],
  network_frozen: ['repeated', 'unchanged', 'constant', 'stalled'],
  rain_no_catch: ['dry_gauge'],
  pressure_glitches: ['spikes'],
  anemometer_zero: ['stalled', 'zero_ratio', 'constant'],
  // An hour or two of silence moves no share of days; what shows there has other reasons.
  network_outage: [],
};

/** A real fault of a `labels.csv`, or an outage of several stations: from and to are times in ms since the epoch. */
export interface Label {
  readonly stations: readonly string[];
  readonly variables: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** An issue of a station; `variable` is empty for one of the station as a whole. */
export interface Found extends HealthIssue {
  readonly station: string;
  readonly variable: string;
}

/**
 * The folder of `--data` with its labels; the process ends with a message and 2 where there are none.
 *
 * @param data as it was given; '' where it was not
 */
export function labelledFolder(data: string): string {
  const folder = resolve(data);
  if (data !== '' && existsSync(join(folder, 'labels.csv'))) return folder;
  refuse(`no labels in '${data}': --data or HALCYON_QUALITY_DATA should name a folder of CSV files with a labels.csv`);
}

/** The labels of a folder: a row each, of which `*` names the stations in its note. */
export function labelsOf(folder: string): Label[] {
  return rowsOf(readFileSync(join(folder, 'labels.csv'))).map((row) => ({
    stations: row['station_id'] === '*' ? row['note'].replace('stations: ', '').split(';') : [row['station_id']],
    variables: row['variable'] === '' ? VARIABLES : row['variable'].split('|'),
    start: Date.parse(row['start']),
    end: Date.parse(row['end']),
    kind: row['kind'].split(':')[0],
  }));
}

/** The issues that the health check finds in so many days up to a time. */
export async function issuesFound(history: InjectedHistory, end: number, days: number): Promise<Found[]> {
  const question = { network: 'quality', end, days, station: null, variables: VARIABLES };
  const { stations } = await checkHealth(history, question);
  return stations.flatMap(({ station: { id }, findings }) => [
    ...findings.issues.map((issue) => ({ ...issue, station: id, variable: '' })),
    ...[...findings.variables].flatMap(([variable, { issues }]) =>
      issues.map((issue) => ({ ...issue, station: id, variable })),
    ),
  ]);
}

/** Whether an issue shows what a label says of a station in a period that they share. */
export function shows(issue: Found, label: Label, station: string): boolean {
  if (issue.station !== station || (issue.variable !== '' && !label.variables.includes(issue.variable))) return false;
  return SHOWN_BY[label.kind]?.includes(issue.kind) ?? true;
}
