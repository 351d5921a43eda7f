import assert from 'node:assert/strict';
import { ClockFault } from '../../../detectors/faults/clock-fault.ts';
import { HOURS_PER_PART } from '../../../detectors/relations/day-parts.ts';
import type { HourlyMeans } from '../../../detectors/relations/hourly-relation.ts';
import { shiftedClock } from '../../../detectors/relations/shifted-clock.ts';
import { oneByOne } from '../relations/made-means.ts';
import { clockQuestion, DAY, LEARNT, MEASURED, STATION } from '../relations/shifted-station.ts';

/** A station that is late by 36 minutes for a day, and by so much after it. */
function lateFor(hours: number): ClockFault {
  const [first, later] = [0.6, hours].map((late) => clockQuestion(MEASURED, { late, from: LEARNT }));
  const hourMean: HourlyMeans['hourMean'] = (station, variable, hour) =>
    (station === STATION && hour >= LEARNT + DAY ? later : first).means.hourMean(station, variable, hour);
  const question = { ...first, means: { ...first.means, hourMean, readHourMeans: oneByOne(hourMean) } };
  const change = shiftedClock(question, LEARNT + DAY, 0);
  assert.ok(change !== null);
  return ClockFault.named(question, { change, named: (LEARNT + DAY) / HOURS_PER_PART, identity: 'j' });
}

describe('the fault of a clock', () => {
  const end = (LEARNT + 3 * DAY) / HOURS_PER_PART;

  // Weather that reached a station late in one day was a certain fault of its clock for days.
  it('is doubtful while it shows less than a lag as long usually would', () => {
    const fault = lateFor(0.6);
    assert.equal(fault.isDoubtful, true);
    assert.equal(fault.follow(end), false);
    assert.equal(fault.isDoubtful, true);
  });

  it('is certain once it shows it, and stays so', () => {
    const fault = lateFor(1);
    assert.equal(fault.isDoubtful, true);
    assert.equal(fault.follow(end), false);
    assert.equal(fault.isDoubtful, false);
    const handedOn: ClockFault['state'] = JSON.parse(JSON.stringify(fault.state));
    assert.equal(handedOn.course.doubtful, undefined);
  });
});
