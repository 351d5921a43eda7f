import { planJudgement } from '../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../detectors/network/network-states.ts';
import { TemporalJudge } from '../detectors/temporal/temporal-judge.ts';
import { liveJudgement, readConfiguration } from '../schemas/configuration.ts';
import type { Observation } from '../schemas/observation.ts';
import { timeOfSlot } from '../schemas/time.ts';
import { VARIABLES } from '../schemas/variables.ts';
import { SERIES_KINDS, seededSeries } from '../test/detectors/methods/seeded-series.ts';
import type { Figure } from './figure.ts';
import { type Allocation, heapProfile } from './heap-profile.ts';

const NETWORK = 'bench';
const FIRST_SLOT = 2_900_000;
const STATIONS = 500;
/** Slots that fill the windows and let the compiler see what is common, and those that are measured. */
const WARM = 60;
const MEASURED = 40;
const LARGEST = 6;

/**
 * What judging an observation of five variables by `arima` puts on the heap, by function: the findings that are given out, and
 * what should be nothing, all that is only needed to come to them.
 */
export async function judgingHeap(): Promise<Figure[]> {
  const plan = planJudgement(liveJudgement(readConfiguration({})));
  const { stations, windows, baselines } = new NetworkStates(plan).of(NETWORK);
  const judge = new TemporalJudge(plan, stations, windows, baselines, () => 0, true);
  const slots = observations();
  const judgeSlots = (from: number, to: number) => {
    for (let k = from; k < to; k++) {
      judge.advance(FIRST_SLOT + k);
      for (const observation of slots[k]) judge.accept(observation);
      judge.findings();
    }
  };
  judgeSlots(0, WARM);
  const profile = await heapProfile(() => judgeSlots(WARM, WARM + MEASURED));
  const each = (bytes: number) => bytes / (STATIONS * MEASURED);
  const figure = (name: string, bytes: number): Figure => ({ name, value: each(bytes), unit: 'bytes', goal: '' });
  const sum = (some: readonly Allocation[]) => some.reduce((total, { bytes }) => total + bytes, 0);
  return [
    figure('heap an observation, judged', sum(profile)),
    ...profile.slice(0, LARGEST).map(({ by, bytes }) => figure(`of that by ${by}`, bytes)),
    figure(
      'of that by all of methods and windows',
      sum(profile.filter(({ by }) => /detectors\/(methods|windows)/.test(by))),
    ),
  ];
}

/** Observations of each slot, those of a station as a series of one of the kinds that methods are tested on. */
function observations(): Observation[][] {
  const series = Array.from({ length: STATIONS }, (_, station) =>
    VARIABLES.map((_name, v) =>
      seededSeries(SERIES_KINDS[station % SERIES_KINDS.length], WARM + MEASURED, station * 5 + v),
    ),
  );
  return Array.from({ length: WARM + MEASURED }, (_, k) =>
    Array.from({ length: STATIONS }, (_name, station): Observation => {
      const [temp_out, humid, wind, pressure] = series[station].map((values) => values[k]);
      const time = timeOfSlot(FIRST_SLOT + k);
      // All series stand around 15.
      const values = { temp_out, out_hum: 45 + humid, wind_speed: 15 + wind, bar: 1000 + pressure, rain: 0 };
      return {
        network: NETWORK,
        station: `s${station}`,
        time,
        values,
        extras: {},
        original: {},
        source: 'bench',
        received: time,
      };
    }),
  );
}
