import assert from 'node:assert/strict';
import type { Fault } from '../../../../schemas/fault.ts';
import { FLAG } from '../../../../schemas/judgement.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import { dayOfSlot, SLOT_MS, slotOf } from '../../../../schemas/time.ts';
import { byVariable } from '../../../../schemas/variables.ts';
import { networkReport, type ReportQuestion } from '../../../../services/duty/report/network-report.ts';
import { reportAnswer } from '../../../../services/duty/report/report-answer.ts';
import { newFaultWord } from '../../../../services/experts/new-rule.ts';
import { someFault } from '../../answers/some-fault.ts';
import { FakeParts } from '../../api/fake-parts.ts';
import { NOON, someObservation, someStation } from '../../api/some-records.ts';
import { blocksOf } from '../../observations/blocks-of-observations.ts';
import { baseline } from '../../stores/records.ts';
import type { GivenMoment } from '../../stores/some-moments.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = NOON - 12 * HOUR;
/** Two days. */
const PERIOD = { network: 'north', from: MIDNIGHT - DAY, to: MIDNIGHT + DAY - 1000, now: MIDNIGHT + 9 * DAY };

/** A report that has a temperature alone, and arrives at its time. */
function report(station: string, time: number): Observation {
  const values = { ...byVariable(() => null), temp_out: 10 };
  return { ...someObservation().observation, station, time, received: time, values };
}

/** One report each ten minutes from a time on. */
function reports(station: string, from: number, count: number): Observation[] {
  return Array.from({ length: count }, (_, k) => report(station, from + k * SLOT_MS));
}

/** Parts over some stations and reports, whose flags a test gives. */
function partsOf(
  stations: FakeParts['stations'],
  observations: readonly Observation[],
  flag: (station: string, time: number) => number = () => FLAG.pass,
): FakeParts {
  const parts = new FakeParts();
  parts.stations = stations;
  parts.blocks = (async function* () {
    for await (const block of blocksOf(observations.map((observation) => ({ observation, assessment: null })))) {
      block.flags.temp_out.set(block.stations.map((station, k) => flag(station, block.times[k])));
      yield block;
    }
  })();
  return parts;
}

async function answerOf(parts: FakeParts, question: Partial<ReportQuestion> = {}) {
  const { store, experts } = parts.parts();
  return reportAnswer(await networkReport({ store, experts }, { ...PERIOD, ...question }, AbortSignal.timeout(10_000)));
}

const moment = (station: string): GivenMoment => ({
  station,
  seen: PERIOD.from - SLOT_MS,
  cadence: 1,
  latest: { temp_out: { value: 1, time: PERIOD.from - SLOT_MS, judged: true } },
});

describe('the report on a network', () => {
  it('says by station and day which share of the reports came, no day more than its due', async () => {
    const parts = partsOf(
      [someStation({ id: 'a' }), someStation({ id: 'b' })],
      [
        ...reports('a', PERIOD.from, 144),
        ...reports('a', MIDNIGHT, 36),
        ...reports('b', PERIOD.from, 288),
        ...[report('b', PERIOD.to - 500)],
      ],
    );
    parts.moments = [moment('a'), moment('b')];
    const { days, stations, completeness, silent } = await answerOf(parts);
    assert.deepEqual(days, ['2026-02-28T00:00:00Z', '2026-03-01T00:00:00Z']);
    assert.deepEqual(
      stations.map((one) => [one.station_id, one.completeness, one.days, one.reports, one.cadence_minutes]),
      [
        ['a', 0.627178, [1, 0.252], 180, 10],
        ['b', 1, [1, 1], 289, 10],
      ],
    );
    // The last report of the second day may still come.
    assert.equal(completeness, 0.813589);
    assert.deepEqual(silent, []);
  });

  it('counts hours by what is known of their values: what nobody judged is not good', async () => {
    const flags = [FLAG.pass, FLAG.fail, FLAG.suspect, FLAG.notEvaluated, 0];
    const parts = partsOf(
      [someStation()],
      reports('a', MIDNIGHT, 30),
      (_, time) => flags[Math.floor((time - MIDNIGHT) / HOUR)],
    );
    parts.moments = [moment('a')];
    const { sensors, variables } = await answerOf(parts, { from: MIDNIGHT, to: MIDNIGHT + 6 * HOUR });
    const hours = { expected: 6, missing: 1, good: 1, failed: 1, suspect: 1, not_judged: 2 };
    assert.deepEqual(
      sensors.map((one) => [one.variable, one.values, one.hours]),
      [['temp_out', 30, hours]],
    );
    assert.deepEqual(
      variables.map((one) => [one.variable, one.sensors, one.hours.failed]),
      [['temp_out', 1, 1], ...['out_hum', 'wind_speed', 'bar', 'rain'].map((name) => [name, 0, 0])],
    );
  });

  // Before, the page added up what was rounded by variable: not judged 2.6 h at the top, and 2.7 h by manufacturer.
  it('rounds the hours of all sensors once, as those of a manufacturer', async () => {
    const parts = partsOf(
      [someStation()],
      // Ten minutes of three sensors are not judged.
      reports('a', MIDNIGHT, 36).map((one, k) =>
        k === 0 ? { ...one, values: { ...one.values, bar: 1013, out_hum: 50 } } : one,
      ),
      (_, time) => (time === MIDNIGHT ? 0 : FLAG.pass),
    );
    parts.moments = [moment('a')];
    const { hours, variables, manufacturers } = await answerOf(parts, { from: MIDNIGHT, to: MIDNIGHT + 6 * HOUR });
    assert.deepEqual(
      variables.map((one) => one.hours.not_judged),
      [0.2, 0.2, 0, 0.2, 0],
    );
    assert.equal(hours.not_judged, 0.5);
    assert.deepEqual(
      manufacturers.map((one) => one.hours),
      [hours],
    );
  });

  it('does not miss what is before a station began, nor what is after it was retired', async () => {
    const parts = partsOf(
      [
        someStation({ id: 'gone', retired: true }),
        someStation({ id: 'long gone', retired: true }),
        someStation({ id: 'new' }),
        someStation({ id: 'silent' }),
        someStation({ id: 'lost' }),
      ],
      [...reports('gone', PERIOD.from, 72), ...reports('new', MIDNIGHT, 144)],
    );
    parts.moments = [moment('gone'), moment('lost')];
    const { stations, silent, sensors, worst } = await answerOf(parts);
    assert.deepEqual(
      stations.map((one) => [one.station_id, one.completeness, one.days]),
      [
        ['gone', 1, [1, null]],
        ['lost', 0, [0, 0]],
        ['new', 1, [null, 1]],
        ['silent', 0, [0, 0]],
      ],
    );
    assert.deepEqual(silent, ['lost', 'silent']);
    assert.deepEqual(
      sensors.map((one) => [one.station_id, one.variable, one.hours.missing]),
      [
        ['gone', 'temp_out', 0],
        ['lost', 'temp_out', 47.8],
        ['new', 'temp_out', 0],
        ['silent', null, 47.8],
      ],
    );
    assert.deepEqual(
      worst.map((one) => [one.station_id, one.lost, one.variable]),
      [
        ['lost', 1, null],
        ['silent', 1, null],
      ],
    );
  });

  // It had no row, so a report of a shorter period hid the worst sensor: "Missing 0.0 %".
  it('misses a sensor that was dead all through the period, if it measured in the month before', async () => {
    const parts = partsOf([someStation()], reports('a', MIDNIGHT, 36));
    parts.moments = [moment('a')];
    const usual = baseline('north', 'a', dayOfSlot(slotOf(MIDNIGHT)), 'v');
    const stepSpread = { ...usual.stepSpread, out_hum: null, rain: null };
    parts.baselines = [{ ...usual, stepSpread }];
    const { sensors, variables } = await answerOf(parts, { from: MIDNIGHT, to: MIDNIGHT + 6 * HOUR });
    assert.deepEqual(
      sensors.map((one) => [one.variable, one.values, one.hours.missing]),
      [
        ['temp_out', 36, 0],
        ['bar', 0, 6],
      ],
    );
    assert.equal(variables.find(({ variable }) => variable === 'bar')?.hours.missing, 6);
  });

  it('puts sensors together by manufacturer and model, those that declare none last', async () => {
    const made = (id: string, manufacturer: string | null, model: string | null) =>
      someStation({ id, manufacturer, model });
    const parts = partsOf(
      [made('a', null, null), made('b', 'Cirrus', 'C10'), made('c', 'Boreal', 'BX2'), made('d', 'Boreal', 'BX3')],
      ['a', 'b', 'c', 'd'].flatMap((id) => reports(id, MIDNIGHT, 12)),
      (station) => (station === 'c' ? FLAG.fail : FLAG.pass),
    );
    parts.faults = [someFault({ station: 'c', variable: 'temp_out', start: MIDNIGHT })];
    const { manufacturers, models } = await answerOf(parts);
    assert.deepEqual(
      manufacturers.map((one) => [one.manufacturer, one.stations, one.hours.failed, one.faults_opened]),
      [
        ['Boreal', 2, 2, 1],
        ['Cirrus', 1, 0, 0],
        [null, 1, 0, 0],
      ],
    );
    assert.deepEqual(
      models.map((one) => [one.manufacturer, one.model, one.hours.failed]),
      [
        ['Boreal', 'BX2', 2],
        ['Boreal', 'BX3', 0],
        ['Cirrus', 'C10', 0],
        [null, null, 0],
      ],
    );
  });

  it('counts the faults that began and ended, how long they took, and those that people overruled', async () => {
    const parts = partsOf([someStation()], reports('a', PERIOD.from, 288));
    let named = 0;
    const fault = (start: number, known: number, end: number | null, fields: Partial<Fault> = {}): Fault =>
      someFault({ id: String(named++).padStart(32, '0'), start, named: start, known, end, anomalyIds: [], ...fields });
    const none = fault(MIDNIGHT, MIDNIGHT, MIDNIGHT + HOUR);
    parts.faults = [
      // Began before, ended within.
      fault(PERIOD.from - DAY, PERIOD.from - DAY, MIDNIGHT),
      // Known after an hour, ended two hours later.
      fault(MIDNIGHT, MIDNIGHT + HOUR, MIDNIGHT + 3 * HOUR),
      // Over before it was known.
      fault(MIDNIGHT, MIDNIGHT + 3 * HOUR, MIDNIGHT, { kind: 'spike' }),
      // Open at the end, though it ended later.
      fault(MIDNIGHT + HOUR, MIDNIGHT + HOUR, PERIOD.to + HOUR),
    ];
    // The store shows it no more: people call it none.
    const entering = { by: 'ann', reason: 'x', at: NOON };
    parts.experts.all = [newFaultWord(none, { classification: 'normal', start: none.start, end: none.end }, entering)];
    const { faults } = await answerOf(parts);
    assert.deepEqual(faults, {
      ...{ opened: 3, closed: 3, open: 1, passing: 1, overruled: 1, overruled_share: 0.25 },
      kinds: [
        { kind: 'level', opened: 2, closed: 2, open: 1 },
        { kind: 'spike', opened: 1, closed: 1, open: 0 },
      ],
      notice_minutes: 60,
      // 25 h of the first, 2 h of the second: the middle.
      repair_minutes: (48 * 60 + 2 * 60) / 2,
    });
  });

  it('names the variable that lost most, where one lost much more than the others', async () => {
    const both = { ...byVariable(() => null), temp_out: 10, bar: 1013 };
    const parts = partsOf(
      [someStation()],
      reports('a', MIDNIGHT, 72).map((one) => ({ ...one, values: both })),
      () => FLAG.fail,
    );
    parts.moments = [moment('a')];
    const { worst } = await answerOf(parts, { from: MIDNIGHT, to: MIDNIGHT + 12 * HOUR });
    assert.deepEqual(
      worst.map((one) => [one.variable, one.sentence]),
      [
        [
          'temp_out',
          'Alpha lost 50.0 % of its values: 0.0 % did not come, 50.0 % are wrong; most of outdoor temperature.',
        ],
      ],
    );
  });

  it('names the stations that lost most, with what they lost and their longest fault in a sentence', async () => {
    const parts = partsOf(
      [someStation({ id: 'a', name: 'Alpha' }), someStation({ id: 'b', name: 'Beta' })],
      [...reports('a', MIDNIGHT, 72), ...reports('b', MIDNIGHT, 144)],
      (station, time) => (station === 'a' && time < MIDNIGHT + 6 * HOUR ? FLAG.fail : FLAG.pass),
    );
    parts.moments = [moment('a'), moment('b')];
    parts.faults = [
      someFault({ id: '1'.repeat(32), variable: 'temp_out', start: MIDNIGHT, end: MIDNIGHT + HOUR, values: 6 }),
      someFault({ id: '2'.repeat(32), variable: 'temp_out', start: MIDNIGHT, offset: 11, values: 36 }),
    ];
    const { worst } = await answerOf(parts, { from: MIDNIGHT, to: MIDNIGHT + DAY });
    assert.deepEqual(
      worst.map((one) => [one.station_id, one.lost, one.missing, one.failed, one.fault?.fault_id]),
      [['a', 0.75, 0.5, 0.25, '2'.repeat(32)]],
    );
    assert.equal(
      worst[0]?.sentence,
      'Alpha lost 75.0 % of its values: 50.0 % did not come, 25.0 % are wrong. ' +
        'Longest fault: outdoor temperature off (+11.0 degC) since 2026-03-01T00:00:00Z, ' +
        'up to its last report at 2026-03-01T11:50:00Z: it has been silent since then.',
    );
    assert.equal(worst[0]?.silent_since, '2026-03-01T11:50:00Z');
  });

  it('says that a fault is still open of a station that reports, and knows of silence before the period', async () => {
    const stations = [someStation({ id: 'a', name: 'Alpha' }), someStation({ id: 'b', name: 'Beta' })];
    const open = { variable: 'temp_out', start: MIDNIGHT - HOUR, offset: 11, values: 36 } as const;
    const parts = partsOf(stations, reports('a', MIDNIGHT, 144), () => FLAG.fail);
    parts.moments = [moment('a'), { ...moment('b'), seen: MIDNIGHT - 6 * HOUR, heard: MIDNIGHT - 5 * HOUR }];
    parts.faults = [
      someFault({ id: '1'.repeat(32), station: 'a', ...open }),
      someFault({ id: '2'.repeat(32), station: 'b', ...open, start: MIDNIGHT - 9 * HOUR }),
    ];
    const { worst, sensors } = await answerOf(parts, { from: MIDNIGHT, to: MIDNIGHT + DAY - 1000 });
    assert.deepEqual(
      sensors.map(({ station_id: id, hours }) => [id, hours.missing, hours.failed]),
      [
        ['a', 0, 24],
        ['b', 23.8, 0],
      ],
      'silent hours are missing, none of them is flagged',
    );
    assert.deepEqual(
      worst.map(({ station_id: id, silent_since: since }) => [id, since]),
      [
        ['a', null],
        ['b', '2026-02-28T19:00:00Z'],
      ],
    );
    assert.match(worst[0]?.sentence ?? '', /, still open\.$/);
    assert.match(
      worst[1]?.sentence ?? '',
      /, up to its last report at 2026-02-28T19:00:00Z: it has been silent since then\.$/,
    );
  });

  // Before, it said of such a station that it had been silent since the time that its newest report carries.
  it('says that a fault is still open of a station whose reports arrive with times of an hour before', async () => {
    const late = reports('a', MIDNIGHT, 138).map((one) => ({ ...one, received: one.time + HOUR }));
    const parts = partsOf([someStation({ id: 'a' })], late, () => FLAG.fail);
    parts.moments = [moment('a')];
    parts.faults = [someFault({ kind: 'clock', variable: 'temp_out', start: MIDNIGHT - DAY, values: 138 })];
    const { worst } = await answerOf(parts, { from: MIDNIGHT, to: MIDNIGHT + DAY });
    assert.equal(worst[0]?.silent_since, null);
    assert.match(worst[0]?.sentence ?? '', /, still open\.$/);
  });
});
