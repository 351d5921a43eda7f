import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceZone } from '../../../../ingest/feeds/clock/source-zone.ts';
import { geojsonAddress } from '../../../../ingest/feeds/geojson/geojson-address.ts';
import { geojsonFeed } from '../../../../ingest/feeds/geojson/geojson-feed.ts';
import { LiveClock } from '../../../../ingest/feeds/geojson/live-clock.ts';
import { LogIntake } from '../../../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../../../ingest/intake/station-directory.ts';
import { SILENT } from '../../../../schemas/logger.ts';
import { MemoryLog } from '../../memory-log.ts';

const SLOT = 600_000;
const MINUTE = 60_000;
const ZONE = 'Europe/Athens';
const AUTUMN = Date.parse('2025-10-26T01:00:00Z');
const SPRING = Date.parse('2026-03-29T01:00:00Z');
const SHOWN = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' });

/** Times that a feed brought which shows the newest `depth` observations, each with the same numbers, in local time. */
async function broughtAround(middle: number, depth: number, awayMinutes: readonly number[] = []): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-clock-'));
  const path = join(folder, 'net.geojson');
  const log = new MemoryLog();
  const controller = new AbortController();
  let now = middle - 18 * SLOT;
  const write = () => {
    const newest = Math.floor((now - 2 * MINUTE) / SLOT) * SLOT;
    const features = Array.from({ length: depth }, (_, k) => ({
      geometry: { type: 'Point', coordinates: [23.7, 38.1] },
      properties: { station_file: 'a', ts: SHOWN.format(newest - (depth - 1 - k) * SLOT), temp_out: 12 },
    }));
    const away = awayMinutes.includes((now - middle) / MINUTE);
    writeFileSync(path, away ? '' : JSON.stringify({ type: 'FeatureCollection', features }));
  };
  const intake = new LogIntake({ log, stations: new StationDirectory(), now: () => now, hindsightMs: 3_600_000 });
  const sleep = async () => {
    now += MINUTE;
    if (now > middle + 18 * SLOT) controller.abort();
    else write();
  };
  write();
  try {
    const feed = geojsonFeed(geojsonAddress(`${path}#zone=${ZONE}`), { sleep });
    await feed.run({ intake, signal: controller.signal, now: () => now, logger: SILENT });
  } finally {
    rmSync(folder, { recursive: true });
  }
  assert.deepEqual(log.values('dead-letters'), []);
  return log.values('observations').map(({ time }) => time);
}

/** All slots from the first that the feed showed to the last. */
function slotsAround(middle: number, depth: number): number[] {
  const first = middle - (18 + depth) * SLOT;
  return Array.from({ length: 36 + depth }, (_, k) => first + k * SLOT);
}

describe('the local clock of a live feed', () => {
  for (const [change, middle] of [
    ['set back', AUTUMN],
    ['set forward', SPRING],
  ] as const) {
    for (const depth of [1, 3]) {
      it(`brings every observation once while it is ${change}, ${depth} shown`, async () => {
        assert.deepEqual(await broughtAround(middle, depth), slotsAround(middle, depth));
      });
    }
  }

  it('bears an outage in the hour that comes twice', async () => {
    const away = Array.from({ length: 15 }, (_, k) => 7 + k);
    assert.deepEqual(await broughtAround(AUTUMN, 3, away), slotsAround(AUTUMN, 3));
  });

  it('leaves alone what names its zone, and marks a time that was skipped so that nothing takes it for one of UTC', () => {
    const clock = new LiveClock(SourceZone.of(ZONE));
    const features = [{ time: '2025-10-26T03:10:00Z' }, { time: 1_761_438_600 }, { time: '2026-03-29 03:10:00' }];
    clock.settle(features, SPRING);
    assert.deepEqual(
      features.map(({ time }) => time),
      ['2025-10-26T03:10:00Z', 1_761_438_600, `2026-03-29 03:10:00 ${ZONE}`],
    );
  });

  it('of two of one station in one look takes the first for the earlier', () => {
    const clock = new LiveClock(SourceZone.of(ZONE));
    const features = [
      { station_id: 'a', time: '2025-10-26 03:10:00', temp_out: 1 },
      { station_id: 'a', time: '2025-10-26 03:10:00', temp_out: 2 },
      { station_id: 'b', time: '2025-10-26 03:10:00', temp_out: 3 },
    ];
    clock.settle(features, AUTUMN + 11 * MINUTE);
    assert.deepEqual(
      features.map(({ time }) => time),
      ['2025-10-26T00:10:00Z', '2025-10-26T01:10:00Z', '2025-10-26T01:10:00Z'],
    );
  });
});
