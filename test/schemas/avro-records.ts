import fc from 'fast-check';
import type { Anomaly, Candidate, Progress } from '../../schemas/anomaly.ts';
import { CLASSIFICATIONS, VERDICT_STATES } from '../../schemas/anomaly.ts';
import type { Baseline } from '../../schemas/baseline.ts';
import { DEAD_LETTER_REASONS, type DeadLetter } from '../../schemas/dead-letter.ts';
import { type ExpertRule, OVERRIDE_CLASSES, RULE_KINDS } from '../../schemas/expert-rule.ts';
import {
  FAULT_CERTAINTIES,
  FAULT_KINDS,
  FAULT_STATES,
  type Fault,
  type FaultVersion,
  type SensorCondition,
} from '../../schemas/fault.ts';
import { FLAG, type Judgement, NOT_JUDGED_REASONS } from '../../schemas/judgement.ts';
import type { Observation } from '../../schemas/observation.ts';
import { RAIN_INTERVALS } from '../../schemas/rain-intervals.ts';
import type { Station } from '../../schemas/station.ts';
import type { TopicName, TopicRecords } from '../../schemas/topics.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import { TOLD_WEATHER_STATES, type ToldWeatherEvent, WEATHER_EVENT_KINDS } from '../../schemas/weather-event.ts';

const number = fc.double({ noNaN: true });
const maybe = fc.option(number, { nil: null });
const word = fc.string({ unit: 'grapheme' });
const maybeWord = fc.option(word, { nil: null });
const long = fc.maxSafeInteger();
const maybeLong = fc.option(long, { nil: null });
const int = fc.integer();
const variable = fc.constantFrom(...VARIABLES);
/** `__proto__` is no name of a field anywhere in Halcyon. */
const name = word.filter((text) => text !== '__proto__');

function each<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<Variable, T>> {
  return fc.record({ temp_out: value, out_hum: value, wind_speed: value, bar: value, rain: value }, PLAIN);
}

const PLAIN = { noNullPrototype: true } as const;
const map = <T>(value: fc.Arbitrary<T>) => fc.dictionary(name, value, PLAIN);

const station: fc.Arbitrary<Station> = fc.record(
  {
    network: word,
    id: word,
    name: word,
    latitude: number,
    longitude: number,
    elevation: maybe,
    pressureLevel: fc.constantFrom('station', 'sea_level', 'unknown'),
    rainInterval: fc.option(fc.constantFrom(...RAIN_INTERVALS), { nil: null }),
    manufacturer: fc.option(fc.string(), { nil: null }),
    model: fc.option(fc.string(), { nil: null }),
    retired: fc.boolean(),
    updated: long,
  },
  PLAIN,
);

const original = fc.oneof(
  fc.record({ value: number, unit: word }, PLAIN),
  fc.record({ value: number, unit: word, kind: word }, PLAIN),
  fc.record({ value: number, unit: word, interval: fc.constantFrom(...RAIN_INTERVALS) }, PLAIN),
);

const observation: fc.Arbitrary<Observation> = fc.record(
  {
    network: word,
    station: word,
    time: long,
    values: each(maybe),
    extras: map(fc.oneof(number, word)),
    original: map(original),
    source: word,
    received: long,
  },
  PLAIN,
);

const judgement: fc.Arbitrary<Judgement> = fc.record(
  {
    network: word,
    station: word,
    slot: long,
    time: long,
    configuration: word,
    variables: each(
      fc.record(
        {
          flag: fc.constantFrom(...Object.values(FLAG)),
          reason: fc.constantFrom(...NOT_JUDGED_REASONS),
          score: maybe,
        },
        PLAIN,
      ),
    ),
    judged: long,
    received: fc.option(long),
  },
  PLAIN,
);

const candidate: fc.Arbitrary<Candidate> = fc.record(
  {
    kind: fc.constant('candidate'),
    network: word,
    station: word,
    variable,
    slot: long,
    time: long,
    check: word,
    actual: number,
    expected: number,
    scale: number,
    score: number,
    threshold: number,
    inputs: word,
    baseline: maybeWord,
    floors: fc.array(number),
    spreads: fc.array(number),
    values: fc.array(maybe),
    beyond: word,
    suspect: fc.boolean(),
    withdrawn: fc.boolean(),
  },
  PLAIN,
);

const progress: fc.Arbitrary<Progress> = fc.record({ kind: fc.constant('progress'), network: word, slot: long }, PLAIN);

/** What JSON can hold: no -0, no infinity, no `__proto__`. */
const evidence = map(fc.jsonValue()).map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);

const anomaly: fc.Arbitrary<Anomaly> = fc.record(
  {
    id: word,
    network: word,
    station: word,
    stationName: word,
    variable,
    slot: long,
    time: long,
    actual: number,
    expected: number,
    deviation: number,
    temporalMethod: word,
    check: word,
    score: number,
    scale: number,
    threshold: number,
    classification: fc.constantFrom(...CLASSIFICATIONS),
    reason: word,
    spatial: fc.record(
      {
        enabled: fc.boolean(),
        method: word,
        correlation: number,
        neighborsChecked: int,
        neighbors: fc.array(word),
      },
      PLAIN,
    ),
    evidence,
    baseline: maybeWord,
    configuration: word,
    state: fc.constantFrom(...VERDICT_STATES),
    final: fc.boolean(),
    version: word,
    judged: long,
  },
  PLAIN,
);

const fault: fc.Arbitrary<Fault> = fc.record(
  {
    id: word,
    network: word,
    station: word,
    stationName: word,
    variable,
    kind: fc.constantFrom(...FAULT_KINDS),
    start: long,
    end: maybeLong,
    named: long,
    known: long,
    recovered: maybeLong,
    offset: maybe,
    uncertainty: maybe,
    ratio: maybe,
    minutes: maybe,
    unit: fc.oneof(word, fc.constant(null)),
    swappedWith: fc.oneof(word, fc.constant(null)),
    adjusted: fc.boolean(),
    ceiling: maybe,
    unknownSince: maybeLong,
    values: int,
    state: fc.constantFrom(...FAULT_STATES),
    certainty: fc.constantFrom(...FAULT_CERTAINTIES),
    reason: word,
    neighbors: fc.array(word),
    anomalyIds: fc.array(word),
    configuration: word,
    version: word,
    judged: long,
  },
  PLAIN,
);

const faultVersion: fc.Arbitrary<FaultVersion> = fc.record(
  {
    kind: fc.constant('fault'),
    network: word,
    station: word,
    fault,
    values: fc.array(
      fc.record({ slot: long, time: long, flag: fc.constantFrom(3, 4), estimate: maybe, uncertainty: maybe }, PLAIN),
    ),
  },
  PLAIN,
);

const sensorCondition: fc.Arbitrary<SensorCondition> = fc.record(
  { kind: fc.constant('condition'), network: word, station: word, variable, slot: long, content: word },
  PLAIN,
);

const changes = fc.record(
  { temp_out: number, out_hum: number, wind_speed: number, bar: number, rain: number },
  { requiredKeys: [], ...PLAIN },
);

const weatherEvent: fc.Arbitrary<ToldWeatherEvent> = fc.record(
  {
    id: word,
    network: word,
    kind: fc.constantFrom(...WEATHER_EVENT_KINDS),
    start: long,
    end: long,
    stations: fc.array(fc.record({ station: word, stationName: word, time: long, changes }, PLAIN)),
    changes,
    motion: fc.option(fc.record({ direction: number, speed: number }, PLAIN), { nil: null }),
    anomalyIds: fc.array(word),
    state: fc.constantFrom(...TOLD_WEATHER_STATES),
    reason: word,
    configuration: word,
    version: word,
    judged: long,
  },
  PLAIN,
);

const baseline: fc.Arbitrary<Baseline> = fc.record(
  {
    network: word,
    station: word,
    day: int,
    version: word,
    days: int,
    stepSpread: each(maybe),
    ownDay: each(maybe),
    ownLevels: each(fc.array(maybe)),
    cadence: fc.option(int, { nil: null }),
    resolution: each(maybe),
  },
  PLAIN,
);

const deadLetter: fc.Arbitrary<DeadLetter> = fc.record(
  {
    id: word,
    network: word,
    source: word,
    reason: fc.constantFrom(...DEAD_LETTER_REASONS),
    detail: word,
    body: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
    mediaType: word,
    context: word,
    received: long,
    replayed: fc.option(long, { nil: null }),
  },
  PLAIN,
);

const rule: fc.Arbitrary<ExpertRule> = fc.record(
  {
    id: word,
    kind: fc.constantFrom(...RULE_KINDS),
    network: word,
    station: word,
    variables: fc.array(variable),
    anomaly: maybeWord,
    // It travels as JSON, which knows no -0.
    fault: fc.option(
      fault.map((one) => JSON.parse(JSON.stringify(one)) as Fault),
      { nil: null },
    ),
    classification: fc.option(fc.constantFrom(...OVERRIDE_CLASSES), { nil: null }),
    method: maybeWord,
    threshold: maybe,
    floor: maybe,
    limits: fc.option(
      fc.record({ failLow: number, failHigh: number, suspectLow: number, suspectHigh: number }, PLAIN),
      {
        nil: null,
      },
    ),
    from: long,
    to: maybeLong,
    firstSlot: long,
    lastSlot: maybeLong,
    reason: word,
    by: word,
    at: long,
    endedBy: maybeWord,
    ended: maybeLong,
  },
  PLAIN,
);

/** Any record of each topic. */
export const RECORDS: { readonly [K in TopicName]: fc.Arbitrary<TopicRecords[K]> } = {
  stations: station,
  observations: observation,
  judgements: judgement,
  'temporal-anomalies': fc.oneof(candidate, progress),
  anomalies: anomaly,
  faults: fc.oneof(faultVersion, sensorCondition),
  'weather-events': weatherEvent,
  baselines: baseline,
  'dead-letters': deadLetter,
  rules: rule,
};
