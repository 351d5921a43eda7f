import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { TEMPORAL_METHODS } from '../../../detectors/methods/registry.ts';
import { replay } from '../../../detectors/replay/replay.ts';
import { SPATIAL_METHODS } from '../../../detectors/spatial/registry.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import type { SpatialMethodName, TemporalMethodName } from '../../../schemas/judgement-configuration.ts';
import { isoOf, timeOfSlot } from '../../../schemas/time.ts';
import { CaseSource, slotOfHour } from './case-source.ts';
import { type Expectation, type GoldenCase, goldenCase } from './golden-case.ts';

const FOLDER = new URL('./cases/', import.meta.url);
/** Hours before the first judged value: its window. */
const WARM_HOURS = 6;

/** The command line's defaults, verified against the neighbours. */
const DEFAULTS = liveJudgement(readConfiguration({}));

async function judged(
  golden: GoldenCase,
  spatialMethod: SpatialMethodName,
  verdicts: 'first' | 'last',
  method: { temporalMethod?: TemporalMethodName } = {},
): Promise<readonly Anomaly[]> {
  const given = Object.fromEntries(Object.entries(golden.configuration).filter(([, value]) => value !== undefined));
  const { anomalies } = await replay(new CaseSource(golden), {
    network: 'golden',
    start: timeOfSlot(slotOfHour(WARM_HOURS)),
    end: timeOfSlot(slotOfHour(golden.hours)),
    configuration: { ...DEFAULTS, spatialMethod, ...given, ...method },
    verdicts,
  });
  return anomalies;
}

function inLine(anomaly: Anomaly): string {
  const { station, variable, time, actual, expected, classification, check, reason } = anomaly;
  return `${station} ${variable} ${isoOf(time)} ${actual} (expected ${expected.toFixed(1)}) ${classification} [${check}] ${reason}`;
}

function rangeOf(expectation: Expectation): [number, number] {
  if ('hour' in expectation) return [slotOfHour(expectation.hour), slotOfHour(expectation.hour)];
  return [slotOfHour(expectation.from), slotOfHour(expectation.to)];
}

function named(expectation: Expectation, anomaly: Anomaly): boolean {
  const [from, to] = rangeOf(expectation);
  return (
    (expectation.stations === 'all' || expectation.stations.includes(anomaly.station)) &&
    anomaly.variable === expectation.variable &&
    anomaly.slot >= from &&
    anomaly.slot <= to
  );
}

function holds(expectation: Expectation, anomalies: readonly Anomaly[], stations: readonly string[]): void {
  const text = JSON.stringify(expectation);
  for (const station of expectation.stations === 'all' ? stations : expectation.stations) {
    const here = anomalies.filter((anomaly) => anomaly.station === station && named(expectation, anomaly));
    const seen = `${station} of ${text}; there is:\n${here.map(inLine).join('\n') || 'nothing'}`;
    if ('class' in expectation) {
      assert.equal(here[0]?.classification ?? 'none', expectation.class, seen);
      if (expectation.check !== undefined) assert.equal(here[0]?.check, expectation.check, seen);
    } else if ('some' in expectation) {
      assert.ok(
        here.some((anomaly) => anomaly.classification === expectation.some),
        seen,
      );
    } else {
      assert.ok(
        here.every((anomaly) => anomaly.classification !== expectation.never),
        seen,
      );
    }
  }
}

const CASES = readdirSync(FOLDER)
  .sort()
  .map((file) => ({
    name: file.replace('.json', ''),
    golden: goldenCase.parse(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))),
  }));

for (const method of SPATIAL_METHODS.keys()) {
  describe(`golden cases, verified by ${method}`, () => {
    for (const { name, golden } of CASES) {
      if ((golden.configuration.spatialMethod ?? method) !== method) continue;
      it(`${name}: ${golden.title}`, async () => {
        const stations = (await new CaseSource(golden).stations()).map(({ id }) => id);
        const settled = await judged(golden, method, 'last');
        const atOnce = golden.expect.some((one) => one.verdicts === 'first')
          ? await judged(golden, method, 'first')
          : [];
        for (const expectation of golden.expect) {
          const unknown =
            expectation.stations === 'all' ? [] : expectation.stations.filter((id) => !stations.includes(id));
          assert.deepEqual(unknown, [], 'stations that the case does not have');
          holds(expectation, expectation.verdicts === 'first' ? atOnce : settled, stations);
        }
        const elsewhere = settled.filter((anomaly) => !golden.expect.some((one) => named(one, anomaly)));
        const wrong = elsewhere.filter(
          ({ classification }) => golden.elsewhere === 'nothing' || classification === 'device_failure',
        );
        assert.deepEqual(wrong.map(inLine), []);
      });
    }
  });
}

for (const spatialMethod of SPATIAL_METHODS.keys()) {
  describe(`golden cases by every temporal method, verified by ${spatialMethod}`, () => {
    for (const { name, golden } of CASES) {
      if ((golden.configuration.spatialMethod ?? spatialMethod) !== spatialMethod) continue;
      for (const temporalMethod of TEMPORAL_METHODS.keys()) {
        if (temporalMethod === (golden.configuration.temporalMethod ?? DEFAULTS.temporalMethod)) continue;
        const exceptions = golden.exceptions.filter(
          ({ temporal, spatial }) => temporal.includes(temporalMethod) && spatial.includes(spatialMethod),
        );
        it(`${name} by ${temporalMethod}${exceptions.length === 0 ? '' : ', but for its exceptions'}`, async () => {
          const stations = (await new CaseSource(golden).stations()).map(({ id }) => id);
          const settled = await judged(golden, spatialMethod, 'last', { temporalMethod });
          const failed: number[] = [];
          const seen: string[] = [];
          for (const [k, expectation] of golden.expect.entries()) {
            if (expectation.verdicts === 'first') continue;
            try {
              holds(expectation, settled, stations);
            } catch (error) {
              failed.push(k);
              seen.push(String(error));
            }
          }
          const expected = exceptions.flatMap(({ expect }) => expect).sort((a, b) => a - b);
          assert.deepEqual(failed, expected, seen.join('\n'));
        });
      }
    }
  });
}
