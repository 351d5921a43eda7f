import assert from 'node:assert/strict';
import { findOutages } from '../../../detectors/outages/find-outages.ts';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Outage } from '../../../schemas/outage.ts';
import { SLOT_MS, SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from '../stages/live-judgement.ts';
import { FIRST_SLOT, MemorySource, seeded, smallHistory, smallStations } from '../stages/small-network.ts';

/** Slot of an hour of the small network's history. */
const at = (hour: number) => FIRST_SLOT + Math.round(hour * 6);

/** What becomes of a report in the history; null: it never comes. */
type Change = (observation: Observation, slot: number) => Observation | null;

/** The history of eight stations over two days, every `cadence` slots, changed. */
function history(change: Change = (observation) => observation, cadence = 1): Observation[] {
  const stations = smallStations(8);
  return smallHistory(stations, 2, 3).flatMap((observation) => {
    const slot = slotOf(observation.time);
    if (slot % cadence !== 0) return [];
    const changed = change(observation, slot);
    return changed === null ? [] : [changed];
  });
}

async function found(observations: readonly Observation[], from = 0, to = 48): Promise<Outage[]> {
  const source = new MemorySource(smallStations(8), observations);
  return findOutages(source, {
    network: 'small',
    start: timeOfSlot(at(from)),
    end: timeOfSlot(at(to)) - 1 - SLOT_MS / 2,
  });
}

const numberOf = (station: string) => Number(station.slice(1));

/** Stations below a number say again what they said last, from an hour to another. */
function repeating(below: number, from: number, to: number): Change {
  const last = new Map<string, Observation['values']>();
  return (observation, slot) => {
    const { station } = observation;
    const held = slot >= at(from) && slot < at(to) && numberOf(station) < below ? last.get(station) : undefined;
    const values = held ?? observation.values;
    last.set(station, values);
    return { ...observation, values };
  };
}

/** Stations below a number are silent from an hour to another. */
function silent(below: number, from: number, to: number): Change {
  return (observation, slot) =>
    slot >= at(from) && slot < at(to) && numberOf(observation.station) < below ? null : observation;
}

/** Stations below a number say what they said so many slots before, from an hour to another; what never came does not come again. */
function sentAgain(below: number, slots: number, from: number, to: number): Change {
  const said = new Map<string, Observation['values']>();
  return (observation, slot) => {
    const { station, values } = observation;
    said.set(`${station} ${slot}`, values);
    const old = said.get(`${station} ${slot - slots}`);
    if (slot < at(from) || slot >= at(to) || numberOf(station) >= below) return observation;
    return old === undefined ? null : { ...observation, values: old };
  };
}

/** Kind, scope, hours from and to, and the stations' number. */
function inShort({ kind, scope, start, end, stations }: Outage) {
  const hour = (time: number) => (slotOf(time) - FIRST_SLOT) / 6;
  return [kind, scope, hour(start), end === null ? null : Math.round(hour(end) * 6) / 6, stations.length];
}

describe('outages of the feed', () => {
  it('are none in a history with spikes, stuck sensors, a front, and reports missed here and there', async () => {
    assert.deepEqual(await found(history()), []);
    assert.deepEqual(await found(history(undefined, 6)), [], 'hourly');
  });

  it('are the time in which half of the stations and more repeat their record, from the first repetition', async () => {
    const [outage, ...others] = await found(history(repeating(5, 20, 26)));
    assert.deepEqual(others, []);
    assert.equal(outage.kind, 'repeating');
    assert.equal(outage.scope, 'network');
    assert.ok(Math.abs(outage.start - timeOfSlot(at(20))) <= 600_000, 'one may have been missed then');
    assert.ok(Math.abs((outage.end ?? 0) - timeOfSlot(at(26) - 1)) <= 600_000);
    assert.deepEqual(outage.stations, ['s00', 's01', 's02', 's03', 's04']);
    assert.ok(outage.share >= 0.6 && outage.share <= 5 / 7, `${outage.share}`);
    assert.match(outage.reason, /^5 of [78] reporting stations repeated old values at once/);
  });

  it('are of single stations where fewer repeat, for an hour or more', async () => {
    const two = await found(history(repeating(2, 20, 22)));
    assert.deepEqual(
      two.map(({ kind, scope, stations }) => [kind, scope, stations]),
      [
        ['repeating', 'station', ['s00']],
        ['repeating', 'station', ['s01']],
      ],
    );
    assert.deepEqual(await found(history(repeating(2, 20, 20.8))), []);
  });

  it('are the time in which stations that usually report are missing, by their own cadence', async () => {
    assert.deepEqual((await found(history(silent(8, 20, 26)))).map(inShort), [
      ['missing', 'network', 20, 26 - 1 / 6, 8],
    ]);
    const hourly = await found(history(silent(6, 20, 26), 6));
    assert.deepEqual(hourly.map(inShort), [['missing', 'network', 20, 26 - 1 / 6, 6]]);
    assert.deepEqual(await found(history(silent(3, 20, 26))), [], 'three of eight are no outage of the feed');
  });

  // Every slot in which no such station reports looked like one in which all were missing, so what came later was joined to it.
  it('of stations that report every 15 minutes begin where the reports end, not where the stretch begins', async () => {
    // The second and the fourth report of an hour, at its quarters, are of the slots five minutes after them.
    const everyQuarter: Change = (observation, slot) =>
      slot % 3 === 1 ? null : { ...observation, time: timeOfSlot(slot) - (slot % 3 === 2 ? SLOT_MS / 2 : 0) };
    const thenSilent = (from: number): Change => {
      const isSilent = silent(8, from, 48);
      return (observation, slot) => isSilent(observation, slot) && everyQuarter(observation, slot);
    };
    // Due at 16:00Z and, after that report, at 16:15Z, which is of the slot of 16:20Z. The first was told from 16:10Z on.
    assert.deepEqual((await found(history(thenSilent(40)), 12)).map(inShort), [['missing', 'network', 40, null, 8]]);
    assert.deepEqual((await found(history(thenSilent(40 + 1 / 6)), 12)).map(inShort), [
      ['missing', 'network', 40 + 2 / 6, null, 8],
    ]);
    assert.deepEqual(await found(history(thenSilent(48)), 12, 48), []);
  });

  it('go on for as long as the stations are missing, also for days; without an outage who stays away is not counted', async () => {
    assert.deepEqual((await found(history(silent(8, 10, 40)))).map(inShort), [
      ['missing', 'network', 10, 40 - 1 / 6, 8],
    ]);
    const gone: Change = (observation, slot) => {
      const left = silent(3, 10, 48)(observation, slot);
      return left === null ? null : silent(7, 40, 42)(observation, slot);
    };
    const [outage] = await found(history(gone));
    assert.deepEqual(inShort(outage), ['missing', 'network', 40, 42 - 1 / 6, 4]);
    assert.match(outage.reason, /^4 of 5 reporting stations/);
  });

  it('are the time in which stations say what they said hours before', async () => {
    for (const [slots, cadence] of [
      [SLOTS_PER_DAY, 1],
      [18, 1],
      [36, 6],
    ]) {
      // As long as a file is, at most.
      const until = 27 + Math.min(6, slots / 6);
      const [outage, ...others] = await found(history(sentAgain(8, slots, 27, until), cadence));
      assert.deepEqual(others, [], `${slots}`);
      assert.equal(outage.kind, 'shifted');
      assert.ok(Math.abs(outage.start - timeOfSlot(at(27))) <= 1_800_000, inShort(outage).join());
      assert.ok(Math.abs((outage.end ?? 0) - timeOfSlot(at(until))) <= 3_600_000, inShort(outage).join());
      assert.ok(outage.reason.includes(`repeated values of ${slots / 6} h before`), outage.reason);
    }
  });

  // Only many stations at once were told of, so that the old record of one passed as new.
  it('are of a single station that says what it said before, whatever the time between', async () => {
    for (const slots of [19, 25, 140]) {
      const outages = await found(history(sentAgain(1, slots, 30, 33)));
      assert.deepEqual(outages.map(inShort), [['shifted', 'station', 30, 32 + 5 / 6, 1]]);
      assert.match(outages[0].reason, /^the station alone sent values of .* before again for 3 h: /);
    }
    assert.deepEqual(await found(history(sentAgain(1, 25, 30, 31))), [], 'six reports');
    const hourly = await found(history(sentAgain(1, SLOTS_PER_DAY, 30, 40), 6));
    assert.deepEqual(hourly.map(inShort), [['shifted', 'station', 30, 39, 1]]);
  });

  it('are of a single station also where the old record stands still in between', async () => {
    const stands: Change = (observation, slot) => {
      const { values, station } = observation;
      const level = slot - (slot % 9 === 0 ? 1 : 0);
      const still = {
        ...values,
        temp_out: 10 + (level % 60) / 10,
        out_hum: 50 + (level % 37),
        bar: 1000 + (level % 41),
      };
      return station === 's00' ? { ...observation, values: { ...still, wind_speed: level % 29 } } : observation;
    };
    const again = sentAgain(1, 25, 30, 33);
    const outages = await found(history((one, slot) => again(stands(one, slot) ?? one, slot)));
    assert.deepEqual(outages.map(inShort), [['shifted', 'station', 30, 32 + 5 / 6, 1]]);
  });

  it('of a single station that says again what it said before end with null while they last', async () => {
    const outages = await found(history(sentAgain(1, 140, 30, 40)), 0, 36);
    assert.deepEqual(outages.map(inShort), [['shifted', 'station', 30, null, 1]]);
  });

  it('end with null while they last, and begin with the stretch where they had begun before', async () => {
    const lasting = await found(history(repeating(8, 20, 48)), 22, 30);
    assert.deepEqual(lasting.map(inShort), [['repeating', 'network', 22, null, 8]]);
  });

  // Before, it said of an outage of days that it had lasted since the beginning of the stretch.
  it('of a station say for how long at least where they had begun before the stretch', async () => {
    const observations = history(repeating(1, 20, 26));
    for (const [from, duration] of [
      [18, 'for 6 h'],
      [22, 'for at least 4 h'],
    ] as const) {
      const [outage] = await found(observations, from, 30);
      assert.ok(outage.reason.includes(duration), outage.reason);
    }
  });

  it('are one where less than 80 minutes lie between them', async () => {
    const twice: Change = (observation, slot) => {
      const left = silent(8, 20, 22)(observation, slot);
      return left === null ? null : silent(8, 23, 25)(observation, slot);
    };
    assert.deepEqual((await found(history(twice))).map(inShort), [['missing', 'network', 20, 25 - 1 / 6, 8]]);
  });

  it('are none in calm, saturated air and with sensors that round coarsely', async () => {
    const random = seeded(5);
    const coarse: Change = (observation, slot) => {
      const night = Math.floor((slot - FIRST_SLOT) / 18);
      const values = {
        temp_out: 4 - (night % 3),
        out_hum: 99,
        wind_speed: 0,
        bar: 1013 + (random() < 0.1 ? 1 : 0),
        rain: 0,
      };
      return { ...observation, values };
    };
    assert.deepEqual(await found(history(coarse)), []);
  });

  it('are those that a replay of the same stretch has', async () => {
    const observations = history(repeating(8, 20, 26));
    const source = new MemorySource(smallStations(8), observations);
    const [start, end] = [timeOfSlot(at(18)), timeOfSlot(at(30))];
    const replayed = await replay(source, { network: 'small', start, end, configuration, verdicts: 'last' });
    assert.equal(replayed.outages.length, 1);
    assert.deepEqual(replayed.outages, await findOutages(source, { network: 'small', start, end }));
  });

  it('end when the signal aborts', async () => {
    const source = new MemorySource(smallStations(8), history());
    const question = {
      network: 'small',
      start: timeOfSlot(at(0)),
      end: timeOfSlot(at(48)),
      signal: AbortSignal.abort(),
    };
    await assert.rejects(findOutages(source, question), { code: 'interrupted' });
  });
});
