import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { WeatherEvent } from '../../schemas/weather-event.ts';
import { weatherRun } from './weather-scores.ts';

const ONSET = Date.parse('2026-03-01T12:10:00Z');
const HOUR_MS = 3_600_000;
const folders: string[] = [];

/** A storm over some stations, of which those that report do so hourly. */
function stormOver(stations: readonly string[], reporting: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-storm-'));
  folders.push(folder);
  const iso = (time: number) => new Date(time).toISOString();
  const lines = (header: string, rows: readonly string[]) => [header, ...rows, ''].join('\n');
  writeFileSync(
    join(folder, 'stations.csv'),
    lines(
      'station_id,station_name,latitude,longitude,elevation',
      stations.map((id, k) => `${id},${id},${50 + k / 10},4,`),
    ),
  );
  writeFileSync(
    join(folder, 'truth.csv'),
    lines(
      'station_id,variable,start,end,kind,size,class',
      stations.map((id) => `${id},temp_out,${iso(ONSET)},${iso(ONSET + HOUR_MS)},storm,storm,weather_event`),
    ),
  );
  const times = [-2, -1, 0, 1].map((hour) => Math.floor(ONSET / HOUR_MS + 1 + hour) * HOUR_MS);
  const reports = reporting.flatMap((id) => times.map((time) => `${id},${iso(time)},12.0`));
  writeFileSync(join(folder, 'observations.csv.gz'), gzipSync(lines('station_id,time,temp_out', reports)));
  return folder;
}

describe('the scores of weather events', () => {
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  const event = { stations: [{ station: 'a', time: ONSET + HOUR_MS / 2 }] } as unknown as WeatherEvent;
  const stretch = [[ONSET - 24 * HOUR_MS, ONSET + 24 * HOUR_MS]] as const;

  // A station that had sent nothing for days counted as one that an event should have named.
  it('do not ask for stations that sent nothing while the weather was over them', () => {
    const { injected, seen } = weatherRun(stormOver(['a', 'b', 'c'], ['a', 'b']), [event], stretch);
    assert.deepEqual([injected.storm, seen.storm], [1, 1]);
  });

  it('ask for half of those that reported', () => {
    const { injected, seen } = weatherRun(stormOver(['a', 'b', 'c'], ['a', 'b', 'c']), [event], stretch);
    assert.deepEqual([injected.storm, seen.storm], [1, 0]);
  });

  it('leave out weather that only one station could show', () => {
    const { injected } = weatherRun(stormOver(['a', 'b', 'c'], ['a']), [event], stretch);
    assert.equal(injected.storm, 0);
  });
});
