import { MISSING, notEvaluated, OUT_OF_RANGE } from '../../../detectors/temporal/fixed-judgements.ts';
import type { Judgement, VariableJudgement } from '../../../schemas/judgement.ts';
import { DEFAULT_LIMITS, grossRangeFlag } from '../../../schemas/limits.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import { byVariable, VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { assessmentKey, assessmentsOf } from './assessments.ts';
import { rowsOfStations } from './named-stations.ts';
import type { StoreClient } from './store-client.ts';

type StoredRow = [station: string, time: number, received: number, ...values: (number | null)[]];

/** A revision of an observation: its values, and when it was received, ms since the epoch. */
interface Revision {
  readonly received: number;
  readonly values: Values;
}

/** A report that was corrected, and the variables whose values differ. */
interface Correction {
  readonly observation: Observation;
  readonly variables: readonly Variable[];
}

/**
 * What is to be said of reports that are stored already and are corrected now, too late to be judged again: of each value that is
 * another that nobody has judged it, or that no sensor can read it. What was found for the value before does not hold for it.
 *
 * @param observations that are about to be stored
 * @param latenessSlots one that comes sooner is judged in the place of what it replaces, and one that comes later may be: its
 *   judgement counts before this
 */
export async function correctedJudgements(
  client: StoreClient,
  observations: readonly Observation[],
  latenessSlots: number,
): Promise<Judgement[]> {
  // The network may reach the next slot before the judgement comes to it.
  const late = observations.filter(({ time, received }) => slotOf(received) - slotOf(time) >= latenessSlots);
  if (late.length === 0) return [];
  const corrections: Correction[] = [];
  for (const network of new Set(late.map((observation) => observation.network))) {
    const own = late.filter((observation) => observation.network === network);
    corrections.push(...correctionsOf(own, await storedRevisions(client, network, own)));
  }
  const keys = corrections.map(({ observation: { network, station, time } }) => [network, station, time] as const);
  const assessments = await assessmentsOf(client, keys);
  const said = new Map<string, Judgement>();
  for (const { observation, variables } of corrections) {
    const { network, station, time, values, received } = observation;
    const key = assessmentKey(network, station, time);
    // Of two corrections of one report the second goes on from what is said after the first.
    const before = said.get(key) ?? assessments.get(key)?.judgement;
    if (before === undefined || before.judged >= received) continue;
    const changed = Object.fromEntries(
      variables.map((variable) => [variable, judgementOf(variable, values[variable])]),
    );
    // Just later than what it replaces: any judgement of the new value counts, though its clock may be behind the stamps of the intake.
    const judged = before.judged + 1;
    said.set(key, { ...before, variables: { ...before.variables, ...changed }, judged, received: null });
  }
  return [...said.values()];
}

/** What differs from what is stored, or came before in the same batch; what was received earlier than that corrects nothing. */
function correctionsOf(observations: readonly Observation[], revisions: Map<string, Revision>): Correction[] {
  return observations.flatMap((observation) => {
    const { station, time, values, received } = observation;
    const key = keyOf(station, time);
    const before = revisions.get(key);
    if (before !== undefined && before.received >= received) return [];
    revisions.set(key, { received, values });
    if (before === undefined) return [];
    const variables = VARIABLES.filter((variable) => (values[variable] ?? null) !== (before.values[variable] ?? null));
    return variables.length === 0 ? [] : [{ observation, variables }];
  });
}

/** The newest stored revision of each observation of some stations in the stretch that these have, by `keyOf`. */
async function storedRevisions(
  client: StoreClient,
  network: string,
  observations: readonly Observation[],
): Promise<Map<string, Revision>> {
  const stations = [...new Set(observations.map(({ station }) => station))];
  const [from, to] = observations.reduce(
    ([first, last], { time }) => [Math.min(first, time), Math.max(last, time)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const place = rowsOfStations(network, stations).between(from, to);
  const rows = await client.rows<StoredRow>(
    `SELECT station, toUnixTimestamp64Milli(time), toUnixTimestamp64Milli(received), ${VARIABLES.join(', ')}
     FROM observations WHERE ${place.sql}
     ORDER BY network, station, slot, time, received DESC LIMIT 1 BY station, slot, time`,
    place.parameters,
  );
  return new Map(
    rows.map(([station, time, received, ...values]) => [
      keyOf(station, time),
      { received, values: byVariable((_, v) => values[v]) },
    ]),
  );
}

function judgementOf(variable: Variable, value: number | null | undefined): VariableJudgement {
  if (value === null || value === undefined) return MISSING;
  return grossRangeFlag(value, DEFAULT_LIMITS[variable]) === 'fail' ? OUT_OF_RANGE : notEvaluated('corrected');
}

function keyOf(station: string, time: number): string {
  return `${time}\n${station}`;
}
