import assert from 'node:assert/strict';
import { checkHealth } from '../../../detectors/health/health-check.ts';
import { CadenceTally, cadenceOf } from '../../../detectors/windows/cadence.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { DAY, END, MINUTE, report, source, station } from './made-source.ts';

const QUESTION = { network: 'n', end: END, days: 1, station: null, variables: ['temp_out'] } as const;

describe('the health check', () => {
  it('asks for the period without its first instant, so that a day has 144 slots', async () => {
    const { made, asked } = source(function* () {});
    const { stations, observations } = await checkHealth(made, QUESTION);
    assert.deepEqual(asked, [[END - DAY + 1, END]]);
    assert.equal(observations, 0);
    assert.deepEqual(
      stations.map(({ station: { id }, findings }) => [id, findings.status, findings.expected]),
      [
        ['a', 'critical', 144],
        ['b', 'critical', 144],
      ],
    );
  });

  // Before, it was critical: two of the 144 reports of a day had come.
  it('misses nothing of a station before its first report, unless it had reported before the period', async () => {
    const { made } = source(function* () {
      yield [20, 10].flatMap((minutes) => ['a', 'b'].map((id) => report(id, END - minutes * MINUTE)));
    });
    const asked: unknown[] = [];
    const reportedBefore = async (...question: unknown[]) => {
      asked.push(question);
      return new Set(['b']);
    };
    const { stations } = await checkHealth({ ...made, reportedBefore }, QUESTION);
    assert.deepEqual(
      stations.map(({ station: { id }, findings }) => [id, findings.expected, findings.completeness, findings.status]),
      [
        ['a', 2, 1, 'healthy'],
        ['b', 144, 2 / 144, 'critical'],
      ],
    );
    assert.deepEqual(asked, [['n', END - DAY + 1, ['a', 'b']]]);
  });

  // It said "4 of 3", and nothing told that four reports are too few to judge variance and zeros.
  it('expects the first report of a station too, and does not call a sensor judged by a few reports', async () => {
    const quarters = (...back: number[]) => back.map((minutes) => report('a', END - minutes * MINUTE));
    const foundOf = async (reports: ReturnType<typeof quarters>) => {
      const { made } = source(
        function* () {
          yield reports;
        },
        [station('a')],
      );
      const { stations } = await checkHealth({ ...made, reportedBefore: async () => new Set<string>() }, QUESTION);
      const [{ findings }] = stations;
      return [findings.reports, findings.expected, findings.cadence, findings.variables.get('temp_out')?.judged];
    };
    assert.deepEqual(await foundOf(quarters(108, 93, 78, 63, 48, 33, 18, 3)), [8, 8, 15, false]);
    assert.deepEqual(await foundOf(quarters(123, 108, 93, 78, 63, 48, 33, 18)), [8, 8, 15, false], 'one may yet come');
    const halfDay = Array.from({ length: 49 }, (_, k) => 15 * (48 - k));
    assert.deepEqual(await foundOf(quarters(...halfDay)), [49, 49, 15, true]);
  });

  it('leaves retired stations out unless one is asked for', async () => {
    const stations = [station('a'), station('old', true)];
    const all = await checkHealth(source(function* () {}, stations).made, QUESTION);
    assert.deepEqual(
      all.stations.map((one) => one.station.id),
      ['a'],
    );
    const one = await checkHealth(source(function* () {}, stations).made, { ...QUESTION, station: 'old' });
    assert.deepEqual(
      one.stations.map((each) => each.station.id),
      ['old'],
    );
  });

  it('gives others their turn, tells how far it is and ends when interrupted', async () => {
    const seen: number[] = [];
    function* endless() {
      for (let time = END - DAY; ; time += MINUTE) yield [report('a', Math.min(time, END))];
    }
    const running = checkHealth(source(endless).made, {
      ...QUESTION,
      // The timer of it runs only where it gets its turn.
      signal: AbortSignal.timeout(150),
      onProgress: (done, total) => {
        assert.equal(total, 144);
        seen.push(done);
      },
    });
    await assert.rejects(running, (error) => error instanceof HalcyonError && error.code === 'interrupted');
    assert.ok(seen.length > 0 && seen.every((done) => done >= 0 && done <= 144));
  });
});

describe('the cadence of a station', () => {
  function tallied(minutes: readonly number[]): CadenceTally {
    const tally = new CadenceTally();
    for (const one of minutes) tally.add(one * MINUTE);
    return tally;
  }
  const times = (count: number, minutes: number) => new Array<number>(count).fill(minutes);
  const none = new CadenceTally();
  const cases: readonly (readonly [string, readonly number[], readonly number[], number])[] = [
    ['is that of its intervals', times(20, 30), times(20, 30), 30],
    ['bears reports that come some minutes early and late', [9, 11, 8, 12, 10, 10, 11, 9], [], 10],
    ['bears silences', [...times(10, 10), 600, 5000], [], 10],
    ['is its own where the network has another', times(20, 5), [...times(20, 5), ...times(100, 10)], 5],
    [
      "is the network's where most of its reports are lost",
      [10, 20, 30, 10, 30, 60, 20, 30, 10, 60],
      times(50, 60),
      60,
    ],
    ["is the network's where it reported but a few times", times(5, 1), times(50, 15), 15],
    ["is the network's where it reports once a day", times(30, 1440), times(50, 10), 10],
    ['is ten minutes where nobody can tell', [60, 60], [60, 60], 10],
    ['is not changed by the same time twice', [...times(6, 10), ...times(20, 0)], [], 10],
  ];
  for (const [what, own, network, expected] of cases) {
    it(what, () => assert.equal(cadenceOf(tallied(own), network.length === 0 ? none : tallied(network)), expected));
  }
});
