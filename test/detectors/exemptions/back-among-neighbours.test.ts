import assert from 'node:assert/strict';
import { backAmongNeighbours } from '../../../detectors/exemptions/back-among-neighbours.ts';
import { question, ring, S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

/** Temperatures of a station and its two neighbours at the last reports, the newest at S. */
function asked(own: readonly number[], theirs: readonly number[], cadence = 6) {
  const windows = new WrittenWindows();
  for (const [station, values] of [own, theirs, theirs].entries()) {
    for (const [n, value] of values.entries()) {
      windows.write(station, 'temp_out', S - (values.length - 1 - n) * cadence, value);
    }
  }
  return question(windows, ring(2), { actual: own[own.length - 1] });
}

describe('an hourly value that is back where it stood to its neighbours', () => {
  const cooling = [15, 13.5, 12];

  it('is so after a spike, however the air cools meanwhile', () => {
    assert.equal(backAmongNeighbours(asked([16, 8, 13], cooling)), true);
    assert.equal(backAmongNeighbours(asked([16, 24, 13.2], cooling)), true);
  });

  it('is not so where the value departs itself, or follows what the neighbours did before it', () => {
    assert.equal(backAmongNeighbours(asked([16, 14.5, 8], cooling)), false);
    assert.equal(backAmongNeighbours(asked([16, 8, 9], cooling)), false);
    assert.equal(backAmongNeighbours(asked([16, 16, 9], [15, 8, 8])), false);
  });

  it('is not known of stations that report often, without two reports before it, and without neighbours', () => {
    assert.equal(backAmongNeighbours(asked([16, 8, 13], cooling, 1)), false);
    assert.equal(backAmongNeighbours(asked([8, 13], cooling)), false);
    assert.equal(backAmongNeighbours({ ...asked([16, 8, 13], cooling), neighbours: [] }), false);
  });

  it('is so every 20 minutes too, by neighbours that have reported again alone', () => {
    const twenty = asked([16, 8, 13], cooling, 2);
    assert.equal(backAmongNeighbours(twenty), true);
    const waiting = new WrittenWindows();
    for (const station of [0, 1, 2]) waiting.write(station, 'temp_out', S - 4, 16).write(station, 'temp_out', S - 2, 8);
    waiting.write(0, 'temp_out', S, 16);
    assert.equal(backAmongNeighbours(question(waiting, ring(2), { actual: 16 })), false);
  });
});
