import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource, smallHistory, smallStations } from '../stages/small-network.ts';

const DAYS = 2;
const stations = smallStations(6);

/** What runs that end earlier know of a fault: the whole of it is known by those reports that it says, and by no others before. */
describe('what a fault says of when it was known', () => {
  // All report at once: what is known by a report of one is known by those of its neighbours of the same moment.
  const history = smallHistory(stations, DAYS, 7).map((one) => ({ ...one, time: timeOfSlot(slotOf(one.time)) }));
  const [{ time: start }] = history;
  const replays = new Map<number, Promise<readonly Fault[]>>();
  /** Several faults are known or over by the same report. */
  const faultsAt = (end: number): Promise<readonly Fault[]> => {
    const faults = replays.get(end) ?? replayed(end);
    replays.set(end, faults);
    return faults;
  };
  const replayed = async (end: number): Promise<readonly Fault[]> => {
    const source = new MemorySource(
      stations,
      history.filter(({ time }) => time <= end),
    );
    return (await replay(source, { network: 'small', start, end, configuration, verdicts: 'last' })).faults;
  };
  /** Time of the report of any station before one. */
  const reportBefore = (time: number) =>
    history.reduce((latest: number, one: Observation) => (one.time < time ? Math.max(latest, one.time) : latest), 0);

  it('is proved by runs that end with these reports, and one report earlier', async () => {
    const end = history.reduce((latest, { time }) => Math.max(latest, time), 0);
    const settled = (await faultsAt(end)).filter(({ state }) => state === 'settled');
    assert.ok(settled.length >= 8, `${settled.length} faults`);
    assert.ok(new Set(settled.map(({ kind }) => kind)).size >= 3, 'of several kinds');
    for (const { id, known, recovered, reason } of settled) {
      const find = async (until: number) => (await faultsAt(until)).find((fault) => fault.id === id);
      assert.ok((await find(known)) !== undefined, `known at ${known}: ${reason}`);
      assert.equal(await find(reportBefore(known)), undefined, `not known before ${known}: ${reason}`);
      assert.ok(recovered !== null && recovered >= known);
      const earlier = await find(reportBefore(recovered));
      assert.ok(earlier === undefined || earlier.end === null, `not over before ${recovered}: ${reason}`);
      assert.ok(((await find(recovered))?.end ?? null) !== null, `over at ${recovered}: ${reason}`);
    }
  });
});
