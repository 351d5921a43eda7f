import { replay } from '../../../detectors/replay/replay.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { MemorySource } from '../../detectors/stages/small-network.ts';
import { InjectedHistory } from '../injected-history.ts';
import { INJECTED_NAMES, type InjectedKind, injectKinds, variablesOf } from '../injected-kinds.ts';
import { markdownTable } from '../markdown-table.ts';
import type { Scene } from '../scene.ts';

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;
/** A fault that is known later is not found [h]. */
const WITHIN = 48;
/** Each seed is injected so many times, at other places. */
const ROUNDS = 2;
const KINDS: readonly string[] = ['unit', 'swapped', 'radiation', 'ceiling'];
const COLUMNS = ['injected', 'cases', 'found in two days, %', 'of these suspected, %', 'known after, median h'];

interface Found {
  readonly name: string;
  /** From its start until it was known [h]; null where it was not within two days. */
  readonly after: number | null;
  readonly isSuspected: boolean;
}

/**
 * A table of faults of days that have a name: how many of those that the project's own code puts into the clean set are found,
 * with the unit or the station that is meant, and what is told where nothing was put in.
 */
export async function kindsTable({ scoring, seeds, excluded }: Scene): Promise<string> {
  const history = new InjectedHistory(scoring.injected('clean', '1'));
  const stations = await history.stations();
  const extent = await history.extent();
  if (extent === null) return 'no observations';
  const { observations } = history;
  const places = stations.filter(({ id }) => !excluded.has(id));
  const found: Found[] = [];
  for (const seed of seeds) {
    for (let round = 0; round < ROUNDS; round++) {
      const { observations: changed, injected } = injectKinds(places, observations, Number(seed), round);
      const told = await toldOf(stations, changed);
      found.push(...injected.map((one) => foundOf(one, told)));
    }
  }
  const rows = INJECTED_NAMES.flatMap((name) => {
    const cases = found.filter((one) => one.name === name);
    const known = cases.flatMap(({ after }) => after ?? []).sort((a, b) => a - b);
    const suspected = cases.filter(({ after, isSuspected }) => after !== null && isSuspected).length;
    if (cases.length === 0) return [];
    const share = (count: number, all: number) => (all === 0 ? '' : ((100 * count) / all).toFixed(0));
    const median = known.length === 0 ? '' : known[Math.floor(known.length / 2)].toFixed(0);
    return [[name, String(cases.length), share(known.length, cases.length), share(suspected, known.length), median]];
  });
  const clean = (await toldOf(stations, observations)).filter(
    ({ kind, station }) => KINDS.includes(kind) && !excluded.has(station),
  );
  const months = (places.length * (extent.last - extent.first)) / MONTH_MS;
  const aMonth = (of: readonly Fault[]) =>
    (new Set(of.map(({ station, start }) => `${station} ${start}`)).size / months).toFixed(2);
  const failures = clean.filter(({ certainty }) => certainty === 'failure');
  const suspected = clean.filter(({ certainty }) => certainty !== 'failure');
  const words = `Where nothing was put in, a station-month: ${aMonth(failures)} failures and ${aMonth(suspected)} suspected ones.`;
  return `${markdownTable(COLUMNS, rows)}\n\n${words}`;
}

async function toldOf(stations: readonly Station[], observations: readonly Observation[]): Promise<readonly Fault[]> {
  const request = {
    ...{ network: stations[0].network, start: observations[0].time, end: observations[observations.length - 1].time },
    ...{ configuration: liveJudgement(readConfiguration({})), verdicts: 'last' as const },
  };
  return (await replay(new MemorySource(stations, observations), request)).faults;
}

function foundOf(one: InjectedKind, told: readonly Fault[]): Found {
  const { name, kind, station, swappedWith, start, end } = one;
  const known = told.filter(
    (fault) =>
      fault.station === station &&
      variablesOf(one).includes(fault.variable) &&
      fault.kind === kind &&
      (fault.unit === null || fault.unit === name) &&
      fault.swappedWith === swappedWith &&
      fault.start <= end &&
      (fault.end === null || fault.end >= start) &&
      fault.known - start <= WITHIN * HOUR_MS,
  );
  const [first] = known.sort((a, b) => a.known - b.known);
  if (first === undefined) return { name, after: null, isSuspected: false };
  return { name, after: (first.known - start) / HOUR_MS, isSuspected: first.certainty === 'suspected' };
}
