import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { replay } from '../../../detectors/replay/replay.ts';
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
export const DEFAULTS = liveJudgement(readConfiguration({}));

/** What a replay of a golden case by one verification, and perhaps by another temporal method, gives. */
export async function judged(
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

/** An anomaly in one line, for what a test says. */
export function inLine(anomaly: Anomaly): string {
  const { station, variable, time, actual, expected, classification, check, reason } = anomaly;
  return `${station} ${variable} ${isoOf(time)} ${actual} (expected ${expected.toFixed(1)}) ${classification} [${check}] ${reason}`;
}

function rangeOf(expectation: Expectation): [number, number] {
  if ('hour' in expectation) return [slotOfHour(expectation.hour), slotOfHour(expectation.hour)];
  return [slotOfHour(expectation.from), slotOfHour(expectation.to)];
}

/** Whether an expectation is about an anomaly. */
export function named(expectation: Expectation, anomaly: Anomaly): boolean {
  const [from, to] = rangeOf(expectation);
  return (
    (expectation.stations === 'all' || expectation.stations.includes(anomaly.station)) &&
    anomaly.variable === expectation.variable &&
    anomaly.slot >= from &&
    anomaly.slot <= to
  );
}

/** @throws AssertionError where what was found is not what a case expects */
export function holds(expectation: Expectation, anomalies: readonly Anomaly[], stations: readonly string[]): void {
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

/** The cases of the folder. */
export const CASES = readdirSync(FOLDER)
  .sort()
  .map((file) => ({
    name: file.replace('.json', ''),
    golden: goldenCase.parse(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))),
  }));
