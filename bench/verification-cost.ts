import { DOCUMENTED_FLOORS, DOCUMENTED_SPREADS } from '../detectors/baselines/documented-floors.ts';
import { UsualLevels } from '../detectors/baselines/usual-levels.ts';
import { repeatedBefore } from '../detectors/exemptions/resumption.ts';
import { standstillAround } from '../detectors/exemptions/standstill.ts';
import type { SpatialQuestion } from '../detectors/neighbours/spatial-question.ts';
import { planJudgement } from '../detectors/network/judgement-plan.ts';
import type { NetworkStations } from '../detectors/network/network-stations.ts';
import { SPATIAL_METHODS } from '../detectors/spatial/registry.ts';
import type { SpatialAnswer, SpatialMethod } from '../detectors/spatial/spatial-method.ts';
import { SpatialJudge } from '../detectors/verification/spatial-judge.ts';
import type { WindowStore } from '../detectors/windows/window-store.ts';
import type { Candidate } from '../schemas/anomaly.ts';
import { liveJudgement, readConfiguration } from '../schemas/configuration.ts';
import type { SpatialMethodName } from '../schemas/judgement-configuration.ts';
import { VARIABLES } from '../schemas/variables.ts';
import { seeded } from '../test/detectors/stages/small-network.ts';
import { heapAfterCollection } from './collect-garbage.ts';
import type { Figure } from './figure.ts';
import { madeCandidate, microseconds, NETWORK, networkOf, windowsOf } from './made-network.ts';

const SIZES = [1_000, 10_000, 100_000] as const;
/** What the verification that looks farthest back reads, the candidate's slot and an hour of hindsight. */
const HINDSIGHT = 6;
const SLOTS =
  Math.max(...Array.from(SPATIAL_METHODS.values(), (method) => method.specification.slotsBefore)) + 1 + HINDSIGHT;
const NEWEST = 2_900_000;
/** What is asked about: values far above what was expected. */
const SLOT = NEWEST - HINDSIGHT;
const ACTUAL = 40;
const EXPECTED = 15;
const VERIFICATIONS = 20_000;
const FEWER = 2_000;
const HEAP_RUNS = 5;
const WARM_UP = 2_000;
/** Microseconds a verification that are aimed at, by method. */
const GOALS: Readonly<Record<string, string>> = { pearson: '<= 20' };

/** The same for a look at each of the stations asked for, once the compiler has seen some. */
function microsecondsEach(asked: readonly number[], look: (station: number, k: number) => void): number {
  for (let k = 0; k < WARM_UP; k++) look(asked[k], k);
  return microseconds(asked.length, () => {
    for (let k = 0; k < asked.length; k++) look(asked[k], k);
  });
}

/** Bytes of heap that a verification takes beside its answer: what is gone once the answers alone are left. */
function heapBytes(method: SpatialMethod, questions: readonly SpatialQuestion[]): number {
  const answers: (SpatialAnswer | null)[] = questions.map(() => null);
  const bytes: number[] = [];
  for (let run = 0; run < HEAP_RUNS; run++) {
    answers.fill(null);
    heapAfterCollection();
    for (let k = 0; k < questions.length; k++) answers[k] = method.verify(questions[k]);
    bytes.push((process.memoryUsage().heapUsed - heapAfterCollection()) / questions.length);
  }
  return bytes.sort((a, b) => a - b)[Math.floor(HEAP_RUNS / 2)];
}

function candidateOf(station: number, k: number): Candidate {
  const place = { network: NETWORK, station: `s${station}`, variable: VARIABLES[k % VARIABLES.length], slot: SLOT };
  return madeCandidate({ ...place, actual: ACTUAL, expected: EXPECTED });
}

/** Microseconds a candidate of the whole judgement, as the stages call it. */
interface Judged {
  /** The verdict at once: what is asked before the neighbours are, evidence, history and digest. */
  readonly atOnce: number;
  /** A revision that changes nothing. */
  readonly revised: number;
  readonly settled: number;
}

function judgedCost(
  spatialMethod: SpatialMethodName,
  stations: NetworkStations,
  windows: WindowStore,
  asked: readonly number[],
): Judged {
  const plan = planJudgement({ ...liveJudgement(readConfiguration({})), spatialMethod });
  const judge = new SpatialJudge(plan, stations, windows, new UsualLevels(windows, 6), () => 0);
  judge.advance(SLOT);
  const atOnce = microseconds(asked.length, () => {
    for (let k = 0; k < asked.length; k++) judge.accept(candidateOf(asked[k], k));
  });
  const revised = microseconds(asked.length * HINDSIGHT, () => {
    for (let slot = SLOT + 1; slot <= NEWEST; slot++) {
      judge.advance(slot);
      judge.revise();
    }
  });
  const settled = microseconds(asked.length, () => judge.advance(NEWEST + plan.configuration.latenessSlots));
  return { atOnce, revised, settled };
}

/**
 * Cost of a verification by every spatial method, at three sizes of a network of one density: the neighbours sought for the first
 * time, the verification with its reason and evidence and an hour of hindsight, what it leaves on the heap beside its answer,
 * what is asked before it, and the whole judgement of a candidate.
 */
export async function verificationCost(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = (name: string, value: number, unit = 'us', goal = '') => figures.push({ name, value, unit, goal });
  for (const size of SIZES) {
    const random = seeded(size);
    const stations = networkOf(size, random);
    const windows = windowsOf(size, SLOTS, NEWEST, random);
    const asked = Array.from({ length: VERIFICATIONS }, () => Math.floor(random() * size));
    const named = `${size.toLocaleString('en')} stations`;

    stations.neighbours.of(0);
    const fresh = new Set(asked.slice(0, FEWER));
    const sought = microseconds(fresh.size, () => {
      for (const station of fresh) stations.neighbours.of(station);
    });
    add(`neighbours sought, ${named}`, sought);

    for (const station of asked) stations.neighbours.of(station);
    const siteOf = (station: number) => stations.registered[station];
    const questionOf = (station: number, k: number): SpatialQuestion => ({
      station,
      variable: VARIABLES[k % VARIABLES.length],
      slot: SLOT,
      actual: ACTUAL,
      expected: EXPECTED,
      floors: DOCUMENTED_FLOORS,
      spreads: DOCUMENTED_SPREADS,
      neighbours: stations.neighbours.of(station),
      windows,
      siteOf,
      known: NEWEST,
      hindsightSlots: HINDSIGHT,
    });
    add(
      `standstills and resumption sought, ${named}`,
      microsecondsEach(asked, (station, k) => {
        standstillAround(questionOf(station, k), NEWEST);
        repeatedBefore(windows, station, SLOT);
      }),
    );
    for (const [name, method] of SPATIAL_METHODS) {
      const cost = microsecondsEach(asked, (station, k) => method.verify(questionOf(station, k)));
      add(`verification by ${name}, ${named}`, cost, 'us', GOALS[name]);
      const questions = asked.slice(0, FEWER).map(questionOf);
      add(`heap beside its answer by ${name}, ${named}`, heapBytes(method, questions), 'bytes');
      judgedCost(name, stations, windows, asked.slice(0, FEWER));
      const { atOnce, revised, settled } = judgedCost(name, stations, windows, asked.slice(-FEWER));
      add(`verdict at once by ${name}, ${named}`, atOnce);
      add(`revision by ${name}, ${named}`, revised);
      add(`verdict settled by ${name}, ${named}`, settled);
    }
    // Others get their turn between the sizes.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return figures;
}
