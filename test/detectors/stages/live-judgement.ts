import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { RuleBook } from '../../../detectors/rules/rule-book.ts';
import { SpatialStage } from '../../../detectors/stages/spatial-stage.ts';
import { TemporalStage } from '../../../detectors/stages/temporal-stage.ts';
import { EmbeddedLog } from '../../../ingest/log/embedded-log.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { JudgementConfiguration } from '../../../schemas/judgement-configuration.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { slotOf } from '../../../schemas/time.ts';
import { until } from '../../until.ts';
import { Found } from './found.ts';
import { seeded } from './small-network.ts';

/** Rules that are entered or ended while observations arrive. */
export interface EnteredRules {
  /** Those that become known before the arrival of some observations, by their places. */
  between(from: number, end: number): readonly ExpertRule[];
}

/** Where nobody enters anything. */
export const NO_RULES: EnteredRules = { between: () => [] };

/** So long the judgement of a history may take [ms]. */
const JUDGED_MS = 600_000;

/** As the live stages judge by default. */
export const configuration = liveJudgement(readConfiguration({}));

/** What a live judgement of observations is asked for. */
export interface LiveRun {
  /** What is entered meanwhile; nothing where not given. */
  readonly rules?: EnteredRules;
  /** True: each value gets a score, as HALCYON_SCORES has it by default. Verdicts and faults are the same, at half the work. */
  readonly scored?: boolean;
}

/** Runs both stages over the embedded log on observations in the order of their arrival. */
export async function judgeLive(
  stations: readonly Station[],
  arrivals: readonly Observation[],
  methods: Partial<JudgementConfiguration> = {},
  { rules = NO_RULES, scored = false }: LiveRun = {},
): Promise<Found> {
  const plan = planJudgement({ ...configuration, ...methods });
  const log = new EmbeddedLog({
    durableGroups: { observations: 'keeper', 'temporal-anomalies': 'spatial', anomalies: 'reader', faults: 'reader' },
  });
  const book = new RuleBook();
  const networks = new NetworkStates(plan, book);
  for (const station of stations) networks.of(station.network).stations.put(station);
  const end = arrivals.reduce((latest, observation) => Math.max(latest, observation.time), 0);
  const now = () => end;
  const recall = async (network: string, station: string, time: number) =>
    arrivals.findLast((o) => o.network === network && o.station === station && o.time === time) ?? null;
  const spatial = new SpatialStage({ log, plan, networks, now, onSettled: () => {} });
  const temporal = new TemporalStage({
    log,
    plan,
    now,
    recall,
    networks: () => networks,
    inStep: true,
    scored,
    takeOver: async () => undefined,
  });
  const found = new Found();
  await log.subscribe({ group: 'reader', topic: 'anomalies' }, async ({ records }) => {
    for (const { value } of records) found.verdicts.set(value.id, value);
  });
  await log.subscribe({ group: 'reader', topic: 'faults' }, async ({ records }) => {
    for (const { value } of records) found.takeFault(value);
  });
  await log.subscribe({ group: 'keeper', topic: 'observations' }, async () => {});
  await spatial.start();
  await temporal.start();
  for (let k = 0; k < arrivals.length; k += 37) {
    const some = arrivals.slice(k, k + 37);
    const ruled = rules.between(k, k + 37);
    if (ruled.length > 0) await until('what came before is judged', () => log.held('observations') === 0, JUDGED_MS);
    for (const rule of ruled) book.put(rule);
    await log.publish(
      'observations',
      some.map((value) => ({ key: `${value.network}/${value.station}`, value })),
    );
  }
  await until('all is judged', () => log.held('observations') === 0, JUDGED_MS);
  await log.flushed('anomalies');
  await log.flushed('faults');
  await temporal.stop();
  await spatial.stop();
  await log.close();
  return found;
}

/** Each observation delayed by up to the lateness, some twice, in the order in which they arrive then. */
export function delayed(observations: readonly Observation[], seed: number): Observation[] {
  const random = seeded(seed);
  const arrivals = observations.flatMap((observation) => {
    const delay = random() < 0.5 ? 0 : random() * 115 * 60_000;
    const first = { at: observation.time + delay, observation };
    return random() < 0.05 ? [first, { at: first.at + random() * 3_600_000, observation }] : [first];
  });
  arrivals.sort((a, b) => a.at - b.at);
  let newest = 0;
  return arrivals
    .map(({ observation }) => observation)
    .filter((observation) => {
      newest = Math.max(newest, slotOf(observation.time));
      return slotOf(observation.time) >= newest - configuration.latenessSlots;
    });
}

/** What a settled verdict or fault says, without when it was said. */
export function said({ judged: _, ...rest }: Anomaly | Fault): unknown {
  return rest;
}
