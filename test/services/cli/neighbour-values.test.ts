import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Observation } from '../../../schemas/observation.ts';
import { consoleReport } from '../../../services/cli/detector/console-report.ts';
import { neighbourValues } from '../../../services/cli/detector/neighbour-values.ts';
import { shortTermReport } from '../../../services/detection/short-term-report.ts';
import { anomaly, END, request, result, station } from '../detection/made-up-result.ts';
import { MemorySource } from '../detection/memory-source.ts';

const SLOT = 600_000;
const NEIGHBOURS = ['s02', 's03', 's04', 's05', 's06'];
const AT = END - 6 * SLOT;

function observation(number: number, time: number, temperature: number | null): Observation {
  const { network, id } = station(number);
  const values = { temp_out: temperature, out_hum: 70, wind_speed: 8, bar: 1013, rain: 0 };
  return { network, station: id, time, values, extras: {}, original: {}, source: 'test', received: time };
}

/** The anomaly of a station with five neighbours, of which one reports three minutes later and one misses a value. */
function observations(): Observation[] {
  const [before, after] = [AT - SLOT, AT + SLOT];
  return [
    ...[12, 11, null, 13, 14, 15].map((value, at) => observation(at + 1, before, value)),
    ...[40, 11.5, 12.5, 13.5, 14.5, 15.5].map((value, at) => observation(at + 1, AT + (at === 3 ? 180_000 : 0), value)),
    observation(1, after, 12.4),
    observation(1, after + SLOT, 99),
    observation(7, AT, -99),
    observation(2, AT + 3 * SLOT, -99),
  ];
}

function spike(changes: Parameters<typeof anomaly>[4] = {}) {
  return anomaly(1, 'temp_out', 'device_failure', 6, {
    actual: 40,
    expected: 12,
    deviation: 28,
    score: 23.5,
    spatial: { enabled: true, method: 'pearson', correlation: 0.1, neighborsChecked: 5, neighbors: NEIGHBOURS },
    ...changes,
  });
}

function reportOf(...anomalies: ReturnType<typeof spike>[]) {
  return shortTermReport(request(), 'alps', result({ anomalies }), { arima: 5 });
}

async function shown(report: ReturnType<typeof reportOf>, width: number, found = observations()): Promise<string> {
  const source = new MemorySource(found, [1, 2, 3, 4, 5, 6, 7].map(station));
  const beside = await neighbourValues(source, report, false);
  return consoleReport(report, { paint: (_style, text) => text, width, verbose: false, beside });
}

/** The line of an anomaly and the indented ones under it. */
function tableOf(text: string): string {
  return /^2022-09-15T22:50Z.*\n(?: {4}.*\n)*/m.exec(text)?.[0] ?? '';
}

describe('values beside those of the neighbours', () => {
  it('stand under the line of an anomaly, as the golden file has them', async () => {
    const golden = readFileSync(new URL('golden/neighbour-table.txt', import.meta.url), 'utf8');
    assert.equal(tableOf(await shown(reportOf(spike()), 105)), golden);
  });

  it('are at most 100 columns wide, and fewer in a narrow terminal: the farthest neighbours leave', async () => {
    const long = NEIGHBOURS.map((id) => `${id}-${'x'.repeat(40)}`);
    const spatial = {
      enabled: true,
      method: 'pearson',
      correlation: 0.1,
      neighborsChecked: 5,
      neighbors: long,
    } as const;
    const wide = tableOf(await shown(reportOf(spike({ spatial })), 300)).split('\n');
    assert.match(wide[1], /s02-xxxxxxxxx~ +s03-xxxxxxxxx~ +s04-xxxxxxxxx~ +Median of 5 +Unit$/);
    const narrow = tableOf(await shown(reportOf(spike()), 60)).split('\n');
    assert.match(narrow[1], /^ {4}Time +s01 +s02 +s03 +Median of 5 +Unit$/);
    for (const line of [...wide.slice(1), ...narrow.slice(1)]) assert.ok(line.length <= 100, line);
    for (const line of narrow.slice(1)) assert.ok(line.length <= 60, line);
  });

  it('are left out where nothing was compared', async () => {
    const off = { enabled: false, method: 'pearson', correlation: 0, neighborsChecked: 0, neighbors: [] } as const;
    for (const spatial of [off, { ...off, enabled: true }]) {
      assert.equal(tableOf(await shown(reportOf(spike({ spatial })), 105)).split('\n').length, 2);
    }
  });

  it('go up to the end of the analysis, and are the value alone where a source has forgotten the rest', async () => {
    const late = [...observations(), observation(2, END + SLOT, 77), observation(1, END + SLOT, 77)];
    assert.doesNotMatch(await shown(reportOf(spike({ time: END, slot: END / SLOT })), 105, late), /77\.0/);
    const lines = tableOf(await shown(reportOf(spike()), 105, [])).split('\n');
    assert.deepEqual(lines.slice(2), ['    2022-09-15T22:50Z  40.0    -    -    -    -            -  degC', '']);
  });

  it('of an hourly station are those of the hours before and after', async () => {
    const hours = [-6, 0, 6].flatMap((slots) =>
      [1, 2, 3].map((number) => observation(number, AT + slots * SLOT, 20 + slots)),
    );
    const rows = tableOf(await shown(reportOf(spike()), 105, hours))
      .split('\n')
      .slice(2, -1);
    assert.deepEqual(
      rows.map((row) => row.slice(4, 21)),
      ['2022-09-15T21:50Z', '2022-09-15T22:50Z', '2022-09-15T23:50Z'],
    );
    assert.match(rows[0], /14\.0 +14\.0 +14\.0 +- +- +14\.0 +degC$/);
  });
});
