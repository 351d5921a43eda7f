import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoOf, slotOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { InjectedHistory } from './injected-history.ts';
import { type MadeReport, writeMadeFolder } from './made-folder.ts';
import { HOURS, hourOf, stepsByHour } from './steps-by-hour.ts';

const START = Date.UTC(2022, 8, 5);
const SLOT = 600_000;
const DAYS = 10;
/** From this hour of day on temperature swings wide, before it a little. */
const RESTLESS_FROM = 12;
const WHOLE = `${isoOf(START)}..${isoOf(START + DAYS * 144 * SLOT)}`;

describe('steps by hour of day', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'halcyon-hours-'));
    const reports = Array.from({ length: DAYS * 144 }, (_, k): MadeReport => {
      const time = START + k * SLOT;
      const swing = new Date(time).getUTCHours() >= RESTLESS_FROM ? 4 : 1;
      return ['a', time, [15 + ((k + 1) % 2) * swing, 60 + (k % 2), 5, 1010, 0]];
    });
    writeMadeFolder(root, reports);
  });
  after(() => rmSync(root, { recursive: true }));

  it('stand beside those of the whole day', async () => {
    const [[temperature, humidity]] = await stepsByHour(new InjectedHistory(root), WHOLE, 'by hour of day');
    const restless = (hour: number) => hour >= RESTLESS_FROM;
    assert.deepEqual(
      temperature,
      Array.from({ length: HOURS }, (_, hour) => (restless(hour) ? 1 : 0.25)),
    );
    assert.ok(humidity.every((ratio) => ratio === 1));
  });

  it('are never below those of the day where only larger ones are to count, nor known where nothing moves', async () => {
    const [ratios] = await stepsByHour(new InjectedHistory(root), WHOLE, 'where larger');
    assert.equal(ratios.length, VARIABLES.length);
    assert.ok(ratios.flat().every((ratio) => ratio === 1));
  });

  it('go by the hour in UTC, before 1970 too', () => {
    assert.equal(hourOf(slotOf(Date.UTC(2022, 8, 5, 23, 50))), 23);
    assert.equal(hourOf(slotOf(Date.UTC(1969, 11, 31, 22))), 22);
  });
});
