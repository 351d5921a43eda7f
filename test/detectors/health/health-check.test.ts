import assert from 'node:assert/strict';
import { checkHealth } from '../../../detectors/health/health-check.ts';
import { CadenceTally, cadenceOf } from '../../../detectors/windows/cadence.ts';
import type { ObservationSource } from '../../../ingest/observation-source.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';

const END = Date.UTC(2026, 2, 1);
const DAY = 86_400_000;
const MINUTE = 60_000;

function station(id: string, retired = false): Station {
  const place = { latitude: 50, longitude: 10, elevation: null, pressureLevel: 'unknown', rainInterval: null } as const;
  const make = { manufacturer: null, model: null };
  return { network: 'n', id, name: id, ...place, ...make, retired, updated: 0 };
}

/** A source that makes its observations while they are read, and remembers what was asked. */
function source(observations: () => Generator<Observation[]>, stations = [station('b'), station('a')]) {
  const asked: [number, number][] = [];
  const made: ObservationSource = {
    title: 'made',
    networks: async () => ['n'],
    stations: async () => stations,
    extent: async () => ({ first: 0, last: END }),
    baselines: async () => [],
    close: async () => undefined,
    async *read(_network, from, to) {
      asked.push([from, to]);
      yield* observations();
    },
  };
  return { made, asked };
}

function report(id: string, time: number): Observation {
  const values = { temp_out: 10 + Math.sin(time) * 5, out_hum: 60, wind_speed: 5, bar: 1000, rain: 0 };
  return { network: 'n', station: id, time, values, extras: {}, original: {}, source: 'test', received: time };
}

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

  it('keeps nothing of the observations that have passed by', async () => {
    function* months() {
      for (let slot = 0; slot < 366 * 144; slot++) {
        const time = END - 366 * DAY + (slot + 1) * 10 * MINUTE;
        yield Array.from({ length: 10 }, (_, k) => report(`s${k}`, time));
      }
    }
    const stations = Array.from({ length: 10 }, (_, k) => station(`s${k}`));
    const before = process.memoryUsage().heapUsed;
    let most = 0;
    const { observations } = await checkHealth(source(months, stations).made, {
      ...QUESTION,
      days: 366,
      onProgress: () => {
        most = Math.max(most, process.memoryUsage().heapUsed);
      },
    });
    assert.equal(observations, 366 * 1440);
    // Half a million observations would be some 200 MB.
    assert.ok(most - before < 150e6, `${Math.round((most - before) / 1e6)} MB`);
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
