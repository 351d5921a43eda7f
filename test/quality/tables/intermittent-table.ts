import { replay } from '../../../detectors/replay/replay.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { MemorySource } from '../../detectors/stages/small-network.ts';
import { InjectedHistory } from '../injected-history.ts';
import { type IntermittentValue, makeIntermittent } from '../intermittent-sensors.ts';
import { markdownTable } from '../markdown-table.ts';
import type { Scene } from '../scene.ts';

/** Shares of the values of such a sensor that are wrong. */
const SHARES = [0.08, 0.2] as const;
/** Judged from this share of the record on: none is intermittent before. */
const FROM = 0.3;
const COLUMNS = [
  'sensor',
  'wrong values',
  'named, %',
  'under a fault, %',
  'suspected, %',
  'pass, %',
  'right values named, %',
];

/** What is said of a value: that it is a failure itself, that a fault is over it, that it is suspected, or nothing. */
type Said = 'named' | 'covered' | 'suspected' | 'passed';

/** A table of sensors that are wrong now and then for half a day: what is said of each of their values. */
export async function intermittentTable({ scoring, seeds, excluded }: Scene): Promise<string> {
  const history = new InjectedHistory(scoring.injected('clean', '1'));
  const all = await history.stations();
  const places = all.filter(({ id }) => !excluded.has(id));
  const rows: string[][] = [];
  for (const share of SHARES) {
    const values: (IntermittentValue & { readonly said: Said })[] = [];
    for (const seed of seeds) {
      const made = makeIntermittent(places, history.observations, share, Number(seed));
      const said = await saidOf(all, made.observations);
      values.push(...made.values.map((value) => ({ ...value, said: said(value) })));
    }
    for (const variable of VARIABLES) {
      const wrong = values.filter((value) => value.variable === variable && value.isWrong);
      const right = values.filter((value) => value.variable === variable && !value.isWrong);
      if (wrong.length === 0) continue;
      const of = (told: typeof wrong, one: Said) =>
        ((100 * told.filter(({ said }) => said === one).length) / told.length).toFixed(0);
      const shares = (['named', 'covered', 'suspected', 'passed'] as const).map((one) => of(wrong, one));
      rows.push([`${variable}, ${100 * share} % wrong`, String(wrong.length), ...shares, of(right, 'named')]);
    }
  }
  return markdownTable(COLUMNS, rows);
}

/** What a replay of observations, in the order of time, says of values, settled. */
async function saidOf(
  stations: readonly Station[],
  observations: readonly Observation[],
): Promise<(value: IntermittentValue) => Said> {
  const [first, end] = [observations[0].time, observations[observations.length - 1].time];
  const request = {
    ...{ network: stations[0].network, start: first + FROM * (end - first), end },
    ...{ configuration: liveJudgement(readConfiguration({})), verdicts: 'last' as const },
  };
  const { anomalies, faults } = await replay(new MemorySource(stations, observations), request);
  const classes = new Map(anomalies.map((one) => [`${one.station} ${one.variable} ${one.time}`, one.classification]));
  return ({ station, variable, time }) => {
    const classification = classes.get(`${station} ${variable} ${time}`);
    if (classification === 'device_failure') return 'named';
    const isCovered = faults.some(
      (fault) =>
        fault.station === station &&
        fault.variable === variable &&
        fault.certainty === 'failure' &&
        fault.start <= time &&
        (fault.end ?? end) >= time,
    );
    if (isCovered) return 'covered';
    return classification === 'suspected' ? 'suspected' : 'passed';
  };
}
