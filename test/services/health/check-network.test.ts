import assert from 'node:assert/strict';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Fault } from '../../../schemas/fault.ts';
import { slotOf } from '../../../schemas/time.ts';
import { reportedFault } from '../../../services/answers/reported-fault.ts';
import { newOverride } from '../../../services/experts/new-rule.ts';
import { checkNetwork } from '../../../services/health/check-network.ts';
import { type RawHealth, readHealth } from '../../../services/health/health-request.ts';
import { someFault } from '../answers/some-fault.ts';
import { someAnomaly } from '../api/some-records.ts';
import { END, station } from '../detection/made-up-result.ts';
import { calmDay, MemorySource } from '../detection/memory-source.ts';
import { healthShape } from './health-shape.ts';

const DAY_MS = 86_400_000;

function request(raw: RawHealth = {}) {
  return readHealth({ end_time: new Date(END), days: 1, ...raw }, { now: END });
}

/** Stations 1 to 4 of a day and a half; 1 works, 2 stands still, 3 lost its anemometer for most of the day, 4 half of the day. */
function troubled(): MemorySource {
  return calmDay((values, number, back) => {
    values.wind_speed = 8 + 4 * Math.sin(back);
    if (number === 2) values.wind_speed = 6;
    if (number === 3 && back < 100) values.wind_speed = Number.NaN;
    if (number === 4 && back < 50) values.wind_speed = null;
  });
}

async function refused(work: Promise<unknown>, code: string, exit: number, message: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof HalcyonError, String(error));
    assert.equal(error.code, code);
    assert.equal(error.exitCode, exit);
    assert.match(error.message, message);
    return true;
  });
}

describe('the health report', () => {
  it('has the form of the interface document and plain JSON numbers', async () => {
    const { report } = await checkNetwork(troubled(), request({ variables: 'temp_out,wind_speed,rain' }));
    assert.deepEqual(healthShape.parse(JSON.parse(JSON.stringify(report))), report);
    assert.deepEqual(
      report[0].variable_reports.map((one) => one.variable),
      ['temp_out', 'wind_speed', 'rain'],
    );
  });

  it('tells each station by its sensor', async () => {
    const { report, network } = await checkNetwork(troubled(), request());
    assert.equal(network, 'alps');
    const seen = report.map(({ station_id, overall_status, variable_reports: [wind] }) => [
      station_id,
      overall_status,
      wind.null_ratio,
      wind.issues.length,
    ]);
    assert.deepEqual(seen, [
      ['s01', 'healthy', 0, 0],
      ['s02', 'critical', 0, 1],
      ['s03', 'critical', 0.694444, 1],
      ['s04', 'warning', 0.347222, 1],
    ]);
    const [first] = report;
    assert.equal(first.analysis_period_days, 1);
    assert.equal(first.data_completeness, 1);
    assert.equal(first.total_data_points, 144);
    assert.equal(first.cadence_minutes, 10);
    assert.equal(first.period_start, '2022-09-14T23:50:00Z');
    assert.equal(first.period_end, '2022-09-15T23:50:00Z');
  });

  it('is about one station where one is asked for, judged as among all', async () => {
    const all = await checkNetwork(troubled(), request());
    const one = await checkNetwork(troubled(), request({ station: 's03' }));
    assert.deepEqual(
      one.report,
      all.report.filter(({ station_id }) => station_id === 's03'),
    );
  });

  it('names a station that reported nothing as critical', async () => {
    const silent = new MemorySource([...(await observationsOf(troubled()))], [1, 2, 3, 4, 5].map(station));
    const { report } = await checkNetwork(silent, request({ station: 's05' }));
    assert.equal(report[0].overall_status, 'critical');
    assert.equal(report[0].data_completeness, 0);
    assert.deepEqual(report[0].issues, ['no observation in the period']);
  });

  it('has an item for a period that only part of the data reaches into', async () => {
    const { report } = await checkNetwork(calmDay(), request({ days: 3, variables: 'temp_out' }));
    for (const one of report) {
      assert.equal(one.total_data_points, 217);
      assert.equal(one.expected_data_points, 432);
      assert.equal(one.overall_status, 'warning');
    }
  });

  it('finds an hourly station that reports each hour healthy, with the completeness of the document beside', async () => {
    const all = await observationsOf(troubled());
    const hourly = new MemorySource(
      all.filter(({ station: id, time }) => id === 's01' && time % 3_600_000 === 0),
      [station(1)],
    );
    const [one] = (await checkNetwork(hourly, request({ variables: 'temp_out' }))).report;
    assert.equal(one.cadence_minutes, 60);
    assert.equal(one.expected_completeness, 1);
    assert.equal(one.data_completeness, 0.166667);
    assert.deepEqual(one.issues, []);
  });

  // A sensor with an open fault was healthy, and a fault of days was told twice, with two beginnings.
  it('calls no sensor healthy whose fault holds, and takes faults of days from the system that has looked for them', async () => {
    const source = troubled();
    const thermometer = { network: 'alps', station: 's01', variable: 'temp_out', known: END } as const;
    const level = someFault({
      ...thermometer,
      id: 'level',
      kind: 'level',
      start: END - 1,
      end: null,
      reason: 'reads 9 degC above',
    });
    const over = someFault({
      ...thermometer,
      id: 'over',
      kind: 'spike',
      start: END - 9,
      end: END - 8,
      reason: 'one report',
    });
    const bias = someFault({
      ...thermometer,
      id: 'bias',
      kind: 'bias',
      start: END - 9,
      end: null,
      reason: 'reads 2 degC above',
    });
    const issuesOf = async (...faults: Fault[]) => {
      source.found = faults;
      const [one] = (await checkNetwork(source, request({ variables: 'temp_out' }))).report;
      return [one.overall_status, one.variable_reports[0].issues];
    };
    assert.deepEqual(await issuesOf(), ['healthy', []]);
    assert.deepEqual(await issuesOf(over, level), ['critical', [level.reason]]);
    assert.deepEqual(await issuesOf({ ...level, certainty: 'suspected' }), [
      'warning',
      ['reads 9 degC above (suspected)'],
    ]);
    assert.deepEqual(await issuesOf(bias), ['critical', [bias.reason]]);
    assert.deepEqual(await issuesOf({ ...level, known: END + 1 }), ['healthy', []]);
    assert.equal((await issuesOf({ ...level, end: END, recovered: END + 1 }))[0], 'critical');
  });

  // The list had what a check of then could not know, beside a status without it.
  it('lists faults as they were known at the end of the period', async () => {
    const source = troubled();
    const one = someFault({ network: 'alps', station: 's02', start: END - 9, known: END });
    source.found = [
      { ...one, id: 'later', known: END + 1 },
      { ...one, id: 'over', end: END - 8, recovered: END },
      { ...one, id: 'over later', end: END - 8, recovered: END + 1 },
    ];
    const [{ faults }] = (await checkNetwork(source, request({ station: 's02' }))).report;
    assert.deepEqual(
      faults.map(({ fault_id, end, recovered }) => [fault_id, end === null, recovered === null]),
      [
        ['over', false, false],
        ['over later', true, true],
      ],
    );
  });

  // It told "from 03:45 to 10:45 (7 h)" of a fault that was open at the end of the period.
  it('leaves the end out of the sentence of a fault that ended after the period', async () => {
    const source = troubled();
    const fault = someFault({ network: 'alps', station: 's01', start: END - 600_000, end: END, known: END });
    source.found = [
      { ...fault, recovered: END + 1, reason: 'read 36 km/h above from 23:40 to 23:50 (10 min, 2 values)' },
    ];
    const [one] = (await checkNetwork(source, request())).report;
    const told = 'reads 36 km/h above its only neighbour since 09-15 23:40Z';
    assert.deepEqual([one.faults[0].reason, one.variable_reports[0].issues], [told, [told]]);
  });

  it('says up to which time a system that is behind has examined faults of days, and who has examined the rest', async () => {
    const examinedTo = async (back: number) => {
      const known = { slot: slotOf(END) - back, content: '[]' };
      const source = Object.assign(calmDay(), { lastingCondition: async () => known });
      const warningsOf = async (days: number) => (await checkNetwork(source, request({ days }))).warnings;
      return [...(await warningsOf(1)), ...(await warningsOf(3))];
    };
    assert.deepEqual(await examinedTo(72), []);
    const behind = 'network alps is examined for faults of days up to 2022-09-15T11:40:00Z only';
    assert.deepEqual(await examinedTo(73), [
      `${behind}; this period is too short to examine the rest: check 3 days or more`,
      `${behind}; this check has examined the rest by the period alone`,
    ]);
  });

  it('tells the faults of the sensors that it is about, which overlap the period', async () => {
    const source = troubled();
    const anemometer = { network: 'alps', station: 's02', variable: 'wind_speed', known: END } as const;
    const begin = END - DAY_MS;
    const open = someFault({ ...anemometer, id: 'open', start: END });
    const before = someFault({ ...anemometer, id: 'before', start: begin - 1, end: begin });
    const into = someFault({ ...anemometer, id: 'into', start: begin - 1, end: begin + 1 });
    source.found = [before, into, open, { ...open, id: 'other', station: 's03' }, { ...open, variable: 'temp_out' }];
    const faults = (await checkNetwork(source, request())).report.map((one) => one.faults);
    assert.deepEqual(
      faults.map((ofStation) => ofStation.map(({ fault_id }) => fault_id)),
      [[], ['into', 'open'], ['other'], []],
    );
    assert.deepEqual(faults[1][1], reportedFault(open));
    const one = await checkNetwork(source, request({ station: 's02', variables: 'temp_out' }));
    assert.deepEqual(
      one.report[0].faults.map(({ variable }) => variable),
      ['temp_out'],
    );
  });

  it('tells of no fault that people call normal, and of none where none are stored', async () => {
    const source = troubled();
    const fault = someFault({ network: 'alps', station: 's02', start: END, known: END });
    source.found = [fault];
    const named = someAnomaly({ ...fault, id: fault.anomalyIds[0], time: END, state: 'settled' });
    source.ruled = [newOverride(named, 'normal', { by: 'ann', reason: 'a gust', at: END })];
    const overridden = await checkNetwork(source, request({ station: 's02' }));
    assert.deepEqual(overridden.report[0].faults, []);
    const bare = Object.assign(troubled(), { faults: undefined });
    assert.deepEqual((await checkNetwork(bare, request({ station: 's02' }))).report[0].faults, []);
  });

  it('is refused where nothing can be judged', async () => {
    const from =
      /network alps has no observations from 2021-12-25T00:00:00Z to 2022-01-01T00:00:00Z; they run from 2022-09-14T/;
    const early = request({ end_time: '2022-01-01 00:00:00', days: 7 });
    await refused(checkNetwork(calmDay(), early), 'insufficient_data', 4, from);
    const empty = new MemorySource([], [station(1)]);
    await refused(checkNetwork(empty, request()), 'insufficient_data', 4, /network alps holds no observations yet/);
    const nothing = new MemorySource([], [], []);
    await refused(checkNetwork(nothing, request()), 'insufficient_data', 4, /holds no observations yet/);
  });

  it('is refused where it is not clear what is meant', async () => {
    const unknown = /network alps has no station 'x'; it has s01, s02, s03, s04/;
    await refused(checkNetwork(calmDay(), request({ station: 'x' })), 'unknown_station', 3, unknown);
    await refused(checkNetwork(calmDay(), request({ network: 'andes' })), 'unknown_network', 3, /no network 'andes'/);
  });
});

async function observationsOf(source: MemorySource) {
  const all = [];
  for await (const batch of source.read('alps', 0, END)) all.push(...batch);
  return all;
}
