import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOREST_KINDS, FOREST_TERMS, type ForestKind } from '../../detectors/evidence/learnt-forests.ts';
import { temporalMethod as methodOf } from '../../detectors/methods/registry.ts';
import type { SpatialQuestion } from '../../detectors/neighbours/spatial-question.ts';
import { replay } from '../../detectors/replay/replay.ts';
import { SPATIAL_METHODS } from '../../detectors/spatial/registry.ts';
import { HOURLY_FROM, SELDOM_FROM } from '../../detectors/windows/hourly.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import {
  SPATIAL_METHOD_NAMES,
  type SpatialMethodName,
  type TemporalMethodName,
} from '../../schemas/judgement-configuration.ts';
import { slotOf } from '../../schemas/time.ts';
import { VARIABLE_INDEX, type Variable } from '../../schemas/variables.ts';
import { InjectedHistory, rowsOf } from './injected-history.ts';
import { wrapVerification } from './wrapped-methods.ts';

/** How many of the nearest neighbours are asked, and how much such a question counts. */
const LIMITS = [
  [24, 1],
  [5, 0.3],
  [2, 0.3],
  [1, 0.3],
] as const;
/** A candidate without cause stands for more of its kind than are in the data: those that other weather raises. */
const CAUSELESS = 2;
/** Slots after its start within which a fault of a kind is to be named, as score.mjs has it. */
const REACH: Readonly<Record<string, number>> = { spike: 0, block: 2, step: 6, noise: 11 };

/** What a network weighs in all, for each forest: small networks teach as much as large ones. */
const WEIGHT_OF_A_NETWORK = 10_000;

/** A candidate that teaches. */
export interface Sample {
  /** NaN for what is not known. */
  readonly terms: Readonly<Record<string, number>>;
  readonly failure: boolean;
  /** How much it counts. */
  readonly weight: number;
}

/** Samples by what they teach: `pearson|settled`. */
export type Samples = Map<SamplesPlace, Sample[]>;
type SamplesPlace = `${ForestKind}|${'atOnce' | 'settled'}`;

/** Adds a sample to those of its place. */
function addTo(samples: Samples, place: SamplesPlace, sample: Sample): void {
  const held = samples.get(place);
  if (held === undefined) samples.set(place, [sample]);
  else held.push(sample);
}

/**
 * Adds the samples of a network to those of others, scaled so that every network weighs the same in each place.
 *
 * @param into the samples are added to it
 */
export function addNetwork(taught: Samples, into: Samples): void {
  for (const [place, those] of taught) {
    const total = those.reduce((sum, { weight }) => sum + weight, 0);
    const scale = WEIGHT_OF_A_NETWORK / total;
    for (const sample of those) addTo(into, place, { ...sample, weight: scale * sample.weight });
  }
}

interface Claim {
  readonly from: number;
  readonly to: number;
  readonly kind: 'fault' | 'tiny' | 'weather' | 'none';
}

/** The methods themselves, which the recorder stands before. */
const METHODS = new Map(SPATIAL_METHODS);

function isSlight({ actual, expected, floors, variable }: SpatialQuestion): boolean {
  return Math.abs(actual - expected) < floors[VARIABLE_INDEX[variable]];
}

/** Terms of the evidence, NaN for what is not known. */
function numbersOf(terms: unknown): Record<string, number> {
  const known = Object.entries(terms as Readonly<Record<string, number | null>>);
  return Object.fromEntries(known.map(([term, value]) => [term, value ?? Number.NaN]));
}

/** What the truth says of each station and variable, in slots. */
function claimsOf(folder: string, cadence: number): Map<string, Claim[]> {
  const claims = new Map<string, Claim[]>();
  const add = (key: string, claim: Claim) => claims.set(key, [...(claims.get(key) ?? []), claim]);
  const rows = (file: string) => rowsOf(readFileSync(join(folder, file)));
  for (const row of rows('truth.csv')) {
    const [start, end] = [slotOf(Date.parse(row['start'])), slotOf(Date.parse(row['end']))];
    const key = `${row['station_id']}|${row['variable']}`;
    if (row['class'] === 'device_failure') {
      const reach = REACH[row['kind']];
      const kind = row['size'] === 'tiny' ? 'tiny' : 'fault';
      if (reach !== undefined) add(key, { from: start, to: start + reach * cadence, kind });
      // What comes later in a fault, or after it, is nobody's: neither taught as a fault nor as none.
      add(key, { from: start, to: end + 6 * cadence, kind: 'none' });
    } else {
      const told = row['kind'] === 'lone_storm' ? 'none' : 'weather';
      add(key, { from: start - 1, to: end + (row['kind'] === 'front' ? 31 : 13), kind: told });
    }
  }
  const labels = existsSync(join(folder, 'labels.csv')) ? rows('labels.csv') : [];
  for (const row of labels) {
    if (row['station_id'] === '*') continue;
    for (const variable of row['variable'].split('|')) {
      const [from, to] = [slotOf(Date.parse(row['start'])), slotOf(Date.parse(row['end'])) + 6 * cadence];
      add(`${row['station_id']}|${variable}`, { from, to, kind: 'none' });
    }
  }
  return claims;
}

/** What of a folder is recorded. */
export interface Recording {
  /** Folder that `inject.mjs` wrote. */
  readonly folder: string;
  /** Stretches that are judged, as for `inject.mjs`. */
  readonly segments: string;
  /** Stations that teach nothing. */
  readonly excluded: ReadonlySet<string>;
  readonly temporalMethod: TemporalMethodName;
  /** That verify; all where they are not given. */
  readonly spatialMethods?: readonly SpatialMethodName[] | undefined;
  /** Variables that the stations report, of those of the folder; all where it is not given. */
  readonly kept?: readonly Variable[] | undefined;
  /** How much the samples count; 1 where it is not given. */
  readonly weight?: number | undefined;
}

/**
 * Has every verification of a run recorded, by spatial methods and for fewer neighbours.
 *
 * @param into the samples are added to it
 */
export async function recordEvidence(recording: Recording, into: Samples): Promise<void> {
  const { folder, segments, excluded, temporalMethod, spatialMethods = SPATIAL_METHOD_NAMES, kept } = recording;
  const { cadence } = JSON.parse(readFileSync(join(folder, 'segments.json'), 'utf8')) as { cadence: number };
  const claims = claimsOf(folder, cadence);
  const history = new InjectedHistory(folder, kept);
  const ids = (await history.stations()).map(({ id }) => id);
  const seen = new Map<string, { question: SpatialQuestion; terms: Map<string, Record<string, number>> }>();
  const keep = (question: SpatialQuestion, verdicts: string) => {
    for (const [name, method] of METHODS) {
      if (!spatialMethods.includes(name)) continue;
      for (const [limit] of LIMITS) {
        if (limit < 24 && question.neighbours.length <= limit) continue;
        const asked = { ...question, neighbours: question.neighbours.slice(0, limit) };
        const { evidence } = method.verify(asked);
        const key = `${question.station}|${question.variable}|${question.slot}`;
        const held = seen.get(key) ?? { question, terms: new Map<string, Record<string, number>>() };
        seen.set(key, held);
        if ('terms' in evidence) {
          held.terms.set(`${name}|${verdicts}|${limit}`, numbersOf(evidence['terms']));
        }
      }
    }
  };
  const restore = wrapVerification(({ verify }) => (question) => {
    if (question.known === question.slot) keep(question, 'atOnce');
    if (question.known === question.slot + question.hindsightSlots) keep(question, 'settled');
    return verify(question);
  });
  const configuration = { ...liveJudgement(readConfiguration({})), temporalMethod };
  for (const segment of segments.split(',')) {
    const [start, end] = segment.split('..').map((time) => Date.parse(time));
    // Where the first verdicts are wanted every later one is asked for too; where the last are, those alone.
    await replay(history, { network: 'quality', start, end, configuration, verdicts: 'first' });
  }
  restore();
  for (const { question, terms } of seen.values()) {
    const station = ids[question.station];
    if (excluded.has(station)) continue;
    const there = (claims.get(`${station}|${question.variable}`) ?? []).filter(
      ({ from, to }) => question.slot >= from && question.slot <= to,
    );
    const kind = (there.find((claim) => claim.kind === 'fault' || claim.kind === 'tiny') ?? there[0])?.kind;
    const hourly = cadence >= HOURLY_FROM;
    const slight = !hourly && isSlight(question);
    // Tiny faults teach what is slight alone: what is expected to be found are the others.
    if (kind === 'none' || (kind === 'tiny' && !slight)) continue;
    const failure = kind === 'fault' || kind === 'tiny';
    // The steps that are flagged beside a middle are asked as forecasts are, but raised otherwise.
    if (question.middleOf === undefined && methodOf(temporalMethod).specification.expectation === 'middle') continue;
    for (const [key, values] of terms) {
      const [name, verdicts, limit] = key.split('|') as [SpatialMethodName, 'atOnce' | 'settled', string];
      // The terms of hourly stations are the same by either verification.
      if (hourly && name !== SPATIAL_METHOD_NAMES[0]) continue;
      const often = cadence > SELDOM_FROM ? 'seldom' : 'hourly';
      const forest = hourly ? often : FOREST_KINDS.find((one) => one === name);
      if (forest === undefined) continue;
      // A station that reports otherwise than its network is weighed by other terms.
      if (!FOREST_TERMS[forest].every((term) => term in values)) continue;
      const ofLimit = LIMITS.find(([l]) => l === Number(limit))?.[1] ?? 1;
      const weight = (kind === undefined ? CAUSELESS : 1) * ofLimit * (recording.weight ?? 1);
      addTo(into, `${forest}|${verdicts}`, { terms: values, failure, weight });
    }
  }
}
