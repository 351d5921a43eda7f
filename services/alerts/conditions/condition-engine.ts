import { findOutages } from '../../../detectors/outages/find-outages.ts';
import type { ObservationSource } from '../../../ingest/observation-source.ts';
import { type Condition, isCondition } from '../../../schemas/alert.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { HealthReport } from '../../../schemas/reports/health-report.ts';
import { SLOT_MS, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { overlayOf } from '../../experts/overlay.ts';
import type { RuleRegister } from '../../experts/rule-register.ts';
import { checkNetwork } from '../../health/check-network.ts';
import type { Catalogue } from '../../stores/catalogue.ts';
import type { StationReports } from '../../stores/roles/observation-store.ts';
import type { Occasion } from '../occasion.ts';
import { unresolvedConditions } from '../records/alert-records.ts';
import { catalogueBook } from '../records/catalogue-book.ts';
import { holdLook, takeLook } from '../records/condition-looks.ts';
import { allRules } from '../records/rule-records.ts';
import type { AlertRule } from '../rules/alert-rule.ts';
import type { NetworkAtMoment } from './condition-occasion.ts';
import { feedOutages, missingInOutage } from './feed-outages.ts';
import { keepConditions } from './keep-conditions.ts';
import { poorHealth } from './poor-health.ts';
import { silentSensors } from './silent-sensors.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How often a sensor reports is learnt from two days before the longest silence that a rule asks for [ms]. */
export const PACE_MS = 48 * HOUR_MS;
/** Outages are sought in this time before the longest that a rule asks for, and in that of the alerts that are open [ms]. */
const OUTAGE_MS = 3 * HOUR_MS;
/** Of an outage that lasts for longer nobody waits for the stations any more [ms]. */
const LONGEST_OUTAGE_MS = 7 * 24 * HOUR_MS;
/** Two looks at one time may be that of a minute's clock: nobody's is a little early [ms]. */
const EARLY_MS = 1_000;

/** What is read at once of a network, and how often: health reads a day of its observations. */
const READINGS = [
  { name: 'reports', conditions: ['silent', 'outage'], everyMs: 5 * MINUTE_MS },
  { name: 'health', conditions: ['poor_health'], everyMs: HOUR_MS },
] as const;
type Reading = (typeof READINGS)[number];

/** What the conditions of a network are looked at with. */
export interface ConditionEngineDependencies {
  readonly catalogue: Catalogue;
  readonly source: ObservationSource;
  readonly reports: (network: string, from: number, to: number) => Promise<StationReports[]>;
  /** What people say of stations. */
  readonly experts: Pick<RuleRegister, 'rules'>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/**
 * Makes alerts of conditions of stations, which no anomaly tells of. Each look at a network is a function of what is stored, the
 * time and the alerts that there are, so that any process may do it, again too.
 */
export class ConditionEngine {
  readonly #dependencies: ConditionEngineDependencies;

  constructor(dependencies: ConditionEngineDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Looks at whatever is due, in every network that a rule asks about.
   *
   * @returns how many looks were taken
   * @throws HalcyonError what the stores throw
   */
  async lookAround(signal: AbortSignal): Promise<number> {
    const { catalogue, source, now } = this.#dependencies;
    const rules = (await allRules(catalogue)).filter(({ classes }) => classes.some(isCondition));
    let taken = 0;
    for (const network of await source.networks()) {
      for (const reading of READINGS) {
        if (signal.aborted) return taken;
        const asking = rules.filter((rule) => asksFor(rule, network, reading.conditions));
        if (asking.length === 0 && (await unresolvedConditions(catalogue, network, reading.conditions)).length === 0) {
          continue;
        }
        const look = { network, reading: reading.name, at: now() };
        if (!(await takeLook(catalogue, look, reading.everyMs - EARLY_MS))) continue;
        await this.#look(look, reading, asking, signal);
        taken++;
      }
    }
    return taken;
  }

  async #look(
    look: { readonly network: string; readonly reading: Reading['name']; readonly at: number },
    reading: Reading,
    rules: readonly AlertRule[],
    signal: AbortSignal,
  ): Promise<void> {
    const { catalogue, source, experts } = this.#dependencies;
    const { network, at } = look;
    const stations = new Map((await source.stations(network)).map((station) => [station.id, station]));
    const overlay = await overlayOf(experts, { network, from: at, to: at });
    const open = await unresolvedConditions(catalogue, network, reading.conditions);
    const now: NetworkAtMoment = { network, time: at, stations, overlay, open };
    const occasions =
      reading.name === 'health'
        ? poorHealth(now, await healthCards(source, now, signal))
        : await this.#reports(now, rules, signal);
    await catalogue.transaction(async (statements) => {
      if (!(await holdLook(statements, look))) return;
      await keepConditions(catalogueBook(statements), { rules, occasions, open, stations, at });
    });
  }

  async #reports(now: NetworkAtMoment, rules: readonly AlertRule[], signal: AbortSignal): Promise<Occasion[]> {
    const { source, reports: read } = this.#dependencies;
    const { network, time, open } = now;
    const reports = await read(network, time - PACE_MS - longestOf(rules, 'silent'), time);
    const told = open.filter(({ classification }) => classification === 'outage');
    const isAsked = told.length > 0 || rules.some(({ classes }) => classes.includes('outage'));
    if (!isAsked) return silentSensors(now, reports, new Set());
    const usual = time - OUTAGE_MS - longestOf(rules, 'outage');
    const from = Math.max(Math.min(usual, ...told.map(({ first }) => first - SLOT_MS)), time - LONGEST_OUTAGE_MS);
    // Of a slot that is not over the reports are on their way.
    const end = timeOfSlot(slotOf(time) - 1) + SLOT_MS / 2 - 1;
    const outages = await findOutages(source, { network, start: from, end, signal });
    return [...silentSensors(now, reports, missingInOutage(outages)), ...feedOutages(now, outages, { from, reports })];
  }
}

/** Health cards of the stations of a network over the day before a time [ms since the epoch]; none where nothing was reported. */
export async function healthCards(
  source: ObservationSource,
  { network, time }: { readonly network: string; readonly time: number },
  signal: AbortSignal,
): Promise<HealthReport> {
  const request = { network, station: null, end: time, days: 1, variables: VARIABLES };
  try {
    return (await checkNetwork(source, request, { signal })).report;
  } catch (error) {
    if (error instanceof HalcyonError && error.code === 'insufficient_data') return [];
    throw error;
  }
}

function asksFor(rule: AlertRule, network: string, conditions: readonly Condition[]): boolean {
  if (!rule.enabled || (rule.networks !== null && !rule.networks.includes(network))) return false;
  return conditions.some((condition) => rule.classes.includes(condition));
}

/** Longest time that a rule waits for before it tells of a condition [ms]. */
function longestOf(rules: readonly AlertRule[], condition: Condition): number {
  const asking = rules.filter(({ classes }) => classes.includes(condition));
  return asking.reduce((longest, { minDurationMinutes }) => Math.max(longest, minDurationMinutes ?? 0), 0) * MINUTE_MS;
}
