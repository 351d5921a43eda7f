import assert from 'node:assert/strict';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { OperatorLines } from '../../../services/system/operator-lines.ts';
import { anomaly, DAY, HOUR, START } from '../stores/records.ts';

const NOW = START + 10 * DAY;

describe('what the operator is told', () => {
  let said: string[];
  let lines: OperatorLines;
  beforeEach(() => {
    said = [];
    lines = new OperatorLines(
      linesTo((line) => said.push(line)),
      () => NOW,
    );
  });
  const at = (time: number, changes: Partial<Anomaly> = {}) => anomaly('n', `a${time}`, { time, ...changes });

  it('is what happens now, a change of mind too, and not that it is final', () => {
    lines.take([
      at(NOW - HOUR),
      at(NOW - HOUR, { classification: 'weather_event' }),
      at(NOW - HOUR, { classification: 'weather_event', state: 'settled', final: true }),
      at(NOW - 2 * HOUR, { state: 'withdrawn' }),
    ]);
    assert.deepEqual(
      said.map((line) => /DEVICE FAILURE|WEATHER EVENT|WITHDRAWN/.exec(line)?.[0]),
      ['DEVICE FAILURE', 'WEATHER EVENT', 'WITHDRAWN'],
    );
    assert.match(said[0], /^2026-09-10T23:00:00Z DEVICE FAILURE .* temp_out 35\.1 degC, expected 20\.05 \(/);
  });

  it('names no expectation that cannot be: the nearest value that can', () => {
    lines.take([
      at(NOW - HOUR, { variable: 'out_hum', actual: 60, expected: 104.36 }),
      at(NOW - HOUR, { station: 'b', variable: 'wind_speed', actual: 80, expected: -3.2 }),
    ]);
    assert.match(said[0], /out_hum 60 %, expected 100 \(/);
    assert.match(said[1], /wind_speed 80 km\/h, expected 0 \(/);
  });

  it('is of a fault one line, however many points and variables it has', () => {
    const failing = { state: 'provisional', final: false } as const;
    lines.take([at(NOW - 5 * HOUR), at(NOW - 5 * HOUR, { ...failing, variable: 'bar' })]);
    lines.take([at(NOW - 4 * HOUR), at(NOW - 4 * HOUR, { classification: 'weather_event' }), at(NOW - 3 * HOUR)]);
    assert.equal(said.length, 2, said.join('\n'));
    lines.take([at(NOW - HOUR), at(NOW - HOUR, { station: 'other' }), at(NOW, { variable: 'bar' })]);
    assert.equal(said.length, 5, 'after a pause, at another station, in another variable later on');
  });

  it('is of history three settled verdicts, then a count a day', () => {
    const settled = { state: 'settled', final: true } as const;
    lines.take([at(START), at(START, settled), at(START + 1, settled), at(START + 2, settled)]);
    assert.equal(said.length, 3);
    lines.take([at(START + 3, settled), at(START + 4, { ...settled, classification: 'suspected' })]);
    lines.take([at(START + DAY, settled)]);
    lines.take([at(NOW)]);
    assert.deepEqual(said.slice(3, 5), [
      '2026-09-01 of history: weather event 0, device failure 1, suspected 1',
      '2026-09-02 of history: weather event 0, device failure 1, suspected 0',
    ]);
    assert.match(said[5], /DEVICE FAILURE/);
  });

  // The start of the demonstration once said of its last day of history eleven times that it had one failure.
  it('is of a day no line again where what goes with something told comes between, and else all of that day', () => {
    const settled = { state: 'settled', final: true } as const;
    const old = (k: number) => at(START + k, settled);
    lines.take([old(0), old(1), old(2), old(3), at(NOW - HOUR)]);
    assert.equal(said.length, 5);
    for (let k = 4; k < 9; k++) lines.take([old(k), at(NOW - HOUR), at(NOW - HOUR, settled)]);
    assert.equal(said.length, 5, said.join('\n'));
    lines.take([at(NOW - HOUR, { station: 'other' })]);
    assert.deepEqual(said.slice(5, 6), ['2026-09-01 of history: weather event 0, device failure 6, suspected 0']);
    assert.equal(said.length, 7);
  });
});
