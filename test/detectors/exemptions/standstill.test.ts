import assert from 'node:assert/strict';
import { STANDSTILL_SLOTS, standstillAround } from '../../../detectors/exemptions/standstill.ts';
import { question, ring, S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

/** Stations 1 to count whose records change at every report, but for the first few, which repeat theirs from slot to slot. */
function around(count: number, frozen: number, from: number, to: number, cadence = 1, humidity = 60): WrittenWindows {
  const windows = new WrittenWindows();
  for (let station = 1; station <= count; station++) {
    const held = (slot: number) => (station <= frozen && slot > from && slot <= to ? from : slot);
    windows.fill(station, 'temp_out', S - 48, S + 6, (slot) => 15 + 0.1 * (held(slot) - S), cadence);
    windows.fill(station, 'out_hum', S - 48, S + 6, (slot) => humidity + (humidity < 90 ? held(slot) % 7 : 0), cadence);
    windows.fill(station, 'wind_speed', S - 48, S + 6, () => 0, cadence);
    windows.fill(station, 'bar', S - 48, S + 6, (slot) => 1013 - 0.1 * (held(slot) - S), cadence);
  }
  return windows;
}

const asked = (windows: WrittenWindows, count: number, last = S) =>
  standstillAround(question(windows, ring(count)), last);

describe('neighbours that stand still', () => {
  it('are none where records change all the time, or were repeated two hours ago', () => {
    assert.equal(asked(around(8, 0, S, S), 8), null);
    assert.equal(asked(around(8, 8, S - 14, S - 9), 8), null);
    assert.equal(asked(around(8, 8, S - 1, S), 8), null, 'two equal reports are no standstill');
  });

  it('are an outage of the feed where half of those asked repeat their record, or did within 80 minutes', () => {
    const reason = '4 of 8 neighbours repeat old values; feed outage, nothing to compare with';
    assert.equal(asked(around(8, 4, S - 2, S), 8)?.outage, reason);
    assert.equal(asked(around(8, 4, S - 12, S - 8), 8)?.outage, reason, 'they went on 70 minutes ago');
    const [only, one] = [asked(around(1, 1, S - 4, S), 1), asked(around(2, 1, S - 4, S), 2)];
    assert.match(only?.outage ?? '', /^its only neighbour repeats old values; /);
    assert.match(one?.outage ?? '', /^1 of 2 neighbours repeat old values; /);
  });

  it('are left out of those asked where they are fewer', () => {
    const standstill = asked(around(8, 3, S - 6, S), 8);
    assert.equal(standstill?.outage, null);
    assert.deepEqual(
      standstill?.awake.map(({ index }) => index),
      [4, 5, 6, 7, 8],
    );
  });

  it('are counted among the nearest that report, up to twelve that do not stand still', () => {
    assert.equal(asked(around(24, 8, S - 6, S), 24)?.outage, null, '8 of 20');
    const windows = around(24, 12, S - 6, S);
    assert.match(asked(windows, 24)?.outage ?? '', /^12 of 24 /);
    const silent = around(4, 2, S - 6, S);
    assert.match(asked(silent, 8)?.outage ?? '', /^2 of 4 /);
  });

  it('are told of hourly reports too, and of what followed within the hindsight', () => {
    assert.match(asked(around(4, 4, S - 12, S, 6), 4)?.outage ?? '', /^all 4 neighbours repeat /);
    assert.equal(asked(around(4, 4, S, S + 3), 4), null);
    assert.match(asked(around(4, 4, S, S + 3), 4, S + 3)?.outage ?? '', /^all 4 neighbours repeat /);
  });

  it('need six equal reports in saturated, calm air', () => {
    assert.equal(asked(around(4, 4, S - 3, S, 1, 99), 4), null);
    assert.match(asked(around(4, 4, S - 5, S, 1, 99), 4)?.outage ?? '', /^all 4 neighbours repeat /);
  });

  it('are none where sensors round coarsely, and one variable changes at a time', () => {
    const coarse = new WrittenWindows();
    for (let station = 1; station <= 2; station++) {
      coarse.fill(station, 'temp_out', S - 48, S, (slot) => 15 + Math.floor((slot - S) / 6));
      coarse.fill(station, 'out_hum', S - 48, S, (slot) => 70 - Math.floor((slot - S + 3) / 6));
      coarse.fill(station, 'wind_speed', S - 48, S, () => 8);
      coarse.fill(station, 'bar', S - 48, S, () => 1013);
    }
    assert.equal(asked(coarse, 2), null);
  });

  it('look at nothing later than what is known, nor earlier than they say', () => {
    const windows = around(8, 8, S - 40, S);
    asked(windows, 8);
    assert.ok(windows.latestRead <= S && windows.earliestRead >= S - STANDSTILL_SLOTS);
  });
});
