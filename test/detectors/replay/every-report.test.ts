import assert from 'node:assert/strict';
import fc from 'fast-check';
import { replay } from '../../../detectors/replay/replay.ts';
import type { ReplayResult } from '../../../detectors/replay/replay-result.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { madeValues } from '../../trials/cadences/made-weather.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource, seeded, smallStations } from '../stages/small-network.ts';

const FROM = Date.UTC(2025, 5, 1);
const MINUTE_MS = 60_000;
const HOURS = 12;
const RUNS = 25;

/** How the stations of a network report, and what becomes of their reports on the way. */
interface Habits {
  readonly seed: number;
  /** Minutes between two reports, of each station. */
  readonly cadences: readonly number[];
  /** How far a report may be from its due time [s]. */
  readonly jitter: number;
  /** Shares of the reports that are missing, sent twice, sent again with another temperature, and absurd. */
  readonly missing: number;
  readonly doubled: number;
  readonly corrected: number;
  readonly absurd: number;
}

const share = (most: number) => fc.double({ min: 0, max: most, noNaN: true });
const habits: fc.Arbitrary<Habits> = fc.record({
  seed: fc.nat(),
  cadences: fc.array(fc.constantFrom(1, 2, 3, 5, 7, 10, 15, 30, 60, 180), { minLength: 1, maxLength: 5 }),
  jitter: fc.integer({ min: 0, max: 29 }),
  missing: share(0.3),
  doubled: share(0.1),
  corrected: share(0.1),
  absurd: share(0.02),
});

/** What the stations report, a correction or a double after what it replaces. */
function reportsOf({ seed, cadences, jitter, ...shares }: Habits): Observation[] {
  const random = seeded(seed);
  const reports: Observation[] = [];
  const stations = smallStations(cadences.length);
  for (const [index, { network, id: station }] of stations.entries()) {
    const place = { east: 4 * index, north: 5 * index };
    for (let minute = 0; minute <= HOURS * 60; minute += cadences[index]) {
      const time = FROM + minute * MINUTE_MS + Math.floor((2 * random() - 1) * jitter) * 1000;
      if (random() < shares.missing) continue;
      const values = madeValues(seed, index, place, time);
      if (random() < shares.absurd) values.temp_out = 500;
      const report = { network, station, time, values, extras: {}, original: {}, source: 'test', received: time };
      reports.push(report);
      if (random() < shares.doubled) reports.push(report);
      if (random() < shares.corrected) {
        reports.push({ ...report, values: { ...values, temp_out: 3 + 20 * random() }, received: time + 1000 });
      }
    }
  }
  return reports;
}

const keyOf = ({ station, time }: Observation) => `${station} ${time}`;

/** Reports in another order, in which those of the same station and time follow each other as before. */
function shuffled(reports: readonly Observation[], seed: number): Observation[] {
  const random = seeded(seed);
  const places = reports.map((report) => ({ report, at: random() }));
  const ofKey = new Map<string, number[]>();
  for (const { report, at } of places) ofKey.set(keyOf(report), [...(ofKey.get(keyOf(report)) ?? []), at]);
  for (const ats of ofKey.values()) ats.sort((a, b) => a - b);
  return places
    .map(({ report }) => ({ report, at: ofKey.get(keyOf(report))?.shift() ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ report }) => report);
}

function judged(cadences: readonly number[], reports: readonly Observation[]): Promise<ReplayResult> {
  const times = reports.map(({ time }) => time);
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const source = new MemorySource(smallStations(cadences.length), reports);
  return replay(source, { network: 'small', start, end, configuration, verdicts: 'last' });
}

/** A result in which what has no order of its own has one. */
function inListOrder(result: ReplayResult): ReplayResult {
  const name = ({ station, variable, reason }: ReplayResult['notJudged'][number]) => `${station} ${variable} ${reason}`;
  return { ...result, notJudged: result.notJudged.toSorted((a, b) => (name(a) < name(b) ? -1 : 1)) };
}

describe('a replay of reports at any cadence', () => {
  const some = habits.filter((drawn) => reportsOf(drawn).length > 0);

  it('judges every value that was reported, or says why not', async () => {
    await fc.assert(
      fc.asyncProperty(some, async (drawn) => {
        const reports = reportsOf(drawn);
        const { valuesJudged, valuesNotJudged, notJudged } = await judged(drawn.cadences, reports);
        const received = new Set(reports.map(keyOf)).size * VARIABLES.length;
        assert.equal(valuesJudged + valuesNotJudged, received);
        assert.equal(
          notJudged.reduce((sum, { count }) => sum + count, 0),
          valuesNotJudged,
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('finds every impossible value at its own time', async () => {
    await fc.assert(
      fc.asyncProperty(some, async (drawn) => {
        const reports = reportsOf(drawn);
        const last = new Map(reports.map((report) => [keyOf(report), report]));
        const expected = [...last.values()].filter(({ values }) => values.temp_out === 500).map(keyOf);
        const { anomalies } = await judged(drawn.cadences, reports);
        const found = anomalies.filter(({ check }) => check === 'gross_range');
        assert.deepEqual(found.map(({ station, time }) => `${station} ${time}`).sort(), expected.sort());
        assert.ok(found.every(({ classification }) => classification === 'device_failure'));
      }),
      { numRuns: RUNS },
    );
  });

  it('finds the same in whatever order the reports come', async () => {
    await fc.assert(
      fc.asyncProperty(some, fc.nat(), async (drawn, order) => {
        const reports = reportsOf(drawn);
        const inOrder = await judged(drawn.cadences, reports);
        const inAnother = await judged(drawn.cadences, shuffled(reports, order));
        assert.deepEqual(inListOrder(inAnother), inListOrder(inOrder));
      }),
      { numRuns: RUNS },
    );
  });
});
