import { randomUUID } from 'node:crypto';
import type { Episode } from '../../detectors/episodes/episode.ts';
import { LONGEST_PAUSE, longestPause } from '../../detectors/episodes/joining-rules.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { type Station, stationKey } from '../../schemas/station.ts';
import { storedEpisodes } from '../detection/stored-episodes.ts';
import { overlayOf } from '../experts/overlay.ts';
import type { RuleRegister } from '../experts/rule-register.ts';
import type { Catalogue, Statements } from '../stores/catalogue.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import type { AlertRule } from './alert-rule.ts';
import { changeHeld, ITSELF } from './change-alert.ts';
import { FirmAnomalies, isFirm } from './firm-anomalies.ts';
import {
  type Alert,
  addAlert,
  addAnomalies,
  alertedAnomalies,
  alertWithAnomaly,
  anomaliesOfAlert,
  describeAlert,
  type EpisodeFields,
  holdAlert,
  unresolvedAlerts,
} from './records/alert-records.ts';
import { allRules, ruleWithId } from './records/rule-records.ts';
import { silencesFrom } from './records/silence-records.ts';
import { concerns, isSilenced, mayRaise, raises } from './rule-matching.ts';
import { summaryOf } from './summary.ts';
import { tell } from './tell.ts';

const HOUR_MS = 3_600_000;
/** What ended longer ago than this is history that is being loaded: nobody is told of it [ms]. */
export const HISTORY_MS = 24 * HOUR_MS;
/** How far back an episode is followed [ms]: a sensor that is stuck for months is not read whole at each report. */
const FOLLOWED_MS = 48 * HOUR_MS;

/** A station of which something is to be looked at again, and the times of it, ms since the epoch, both included. */
export interface Touched {
  readonly network: string;
  readonly station: string;
  readonly from: number;
  readonly to: number;
}

/** What is looked at of a verdict, to see whom it may concern. */
export type Verdict = Pick<Anomaly, 'id' | 'network' | 'station' | 'time' | 'check' | 'state' | 'classification'>;

/** What the engine works with. */
export interface AlertEngineParts {
  readonly catalogue: Catalogue;
  readonly store: Pick<TimeSeriesStore, 'anomalies' | 'station' | 'extent'>;
  /** What people say of anomalies. */
  readonly experts: RuleRegister;
  /** History that the live stages judge against [ms]. */
  readonly windowMs: number;
  /** How long after its observation a verdict is settled [ms]. */
  readonly settlesAfterMs: number;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/**
 * Makes alerts of what is stored: one for each rule and episode. Each look at a station is a function of its stored
 * anomalies and of the alerts that there are, so that it may be repeated, and be done by any process.
 */
export class AlertEngine {
  readonly #parts: AlertEngineParts;

  constructor(parts: AlertEngineParts) {
    this.#parts = parts;
  }

  /** Stations where some verdicts may open an alert, or change one. */
  async touchedBy(anomalies: readonly Verdict[]): Promise<Touched[]> {
    if (anomalies.length === 0) return [];
    const { catalogue, now } = this.#parts;
    const rules = await allRules(catalogue);
    const alerted = await alertedAnomalies(catalogue, [...new Set(anomalies.map(({ id }) => id))]);
    const recent = now() - HISTORY_MS;
    const touched = anomalies.filter(
      (anomaly) =>
        alerted.has(anomaly.id) ||
        (isFirm(anomaly) && anomaly.time >= recent && rules.some((rule) => mayRaise(rule, anomaly))),
    );
    return gathered(touched.map(({ network, station, time }) => ({ network, station, from: time, to: time })));
  }

  /**
   * Opens, describes anew and resolves the alerts of a station, with everything that is to be told of them.
   *
   * @throws HalcyonError what the stores throw
   */
  async look({ network, station, ...stretch }: Touched): Promise<void> {
    const { catalogue, store, experts, windowMs, now } = this.#parts;
    const unresolved = await unresolvedAlerts(catalogue, network, station);
    const to = unresolved.reduce((latest, { last }) => Math.max(latest, last), stretch.to);
    const oldest = to - FOLLOWED_MS;
    const open = unresolved.filter(({ last }) => last >= oldest);
    const from = Math.max(oldest, Math.min(stretch.from, ...open.map(({ first }) => first)));
    const raised = new Map<string, readonly string[]>();
    for (const { id } of open) raised.set(id, await anomaliesOfAlert(catalogue, id));
    const overlay = await overlayOf(experts, { network, station });
    const firm = new FirmAnomalies(store, new Set([...raised.values()].flat()), oldest, overlay);
    const episodes = await storedEpisodes(firm, { network, station, from, to }, windowMs, Math.max(now(), to), overlay);
    const found = await store.station(network, station);
    const settled = await this.settledUntil(network);
    const rules = await allRules(catalogue);
    const at = now();

    await catalogue.transaction(async (statements) => {
      const lock = `alerts ${stationKey(network, station)}`;
      await statements.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
      for (const { id } of open) {
        const ids = new Set(raised.get(id));
        const episode = episodes.find(({ members }) => members.some((member) => ids.has(member.id)));
        await this.#renew(statements, id, episode, oldest, settled, at);
      }
      for (const rule of rules) {
        for (const episode of episodes) {
          if (raises(rule, episode, firm.judged, found)) await this.#open(statements, rule, episode, found, at);
        }
      }
    });
  }

  /**
   * Up to when the observations of a network are settled, by the newest of them, ms since the epoch; a network that has been
   * silent for a day is settled up to then.
   */
  async settledUntil(network: string): Promise<number> {
    const { store, settlesAfterMs, now } = this.#parts;
    const newest = (await store.extent(network))?.last ?? Number.NEGATIVE_INFINITY;
    return Math.max(newest - settlesAfterMs, now() - HISTORY_MS);
  }

  /** Opens the alert of an episode, once. */
  async #open(
    statements: Statements,
    rule: AlertRule,
    episode: Episode,
    station: Station | null,
    at: number,
  ): Promise<void> {
    const fields = fieldsOf(episode);
    if (fields.last < at - HISTORY_MS) return;
    const same = await alertWithAnomaly(
      statements,
      rule.id,
      episode.members.map(({ id }) => id),
    );
    if (same !== null) {
      // One that is resolved goes on quietly: its episode has been told.
      await addAnomalies(statements, same, episode.members);
      return;
    }
    const { network, station: id } = episode;
    const alert = {
      id: randomUUID(),
      rule: { id: rule.id, name: rule.name },
      network,
      station: id,
      severity: rule.severity,
      opened: at,
      ...fields,
    };
    const silences = await silencesFrom(statements, Math.min(at, fields.first));
    const silence = silences.find((one) => isSilenced(one, alert, station));
    await addAlert(statements, { ...alert, silenced: silence?.id ?? null });
    await addAnomalies(statements, alert, episode.members);
    await tell(statements, rule, 'alert.opened', alert.id, at);
  }

  /**
   * Holds an alert against the episode that it is of now, and resolves it where that is over or no longer what it was.
   *
   * @param oldest nothing older than this was read, ms since the epoch
   * @param settled up to when the observations of the network are settled, ms since the epoch
   */
  async #renew(
    statements: Statements,
    id: string,
    episode: Episode | undefined,
    oldest: number,
    settled: number,
    at: number,
  ): Promise<void> {
    const alert = await holdAlert(statements, id);
    if (alert === null || alert.state === 'resolved') return;
    const rule = await ruleWithId(statements, alert.rule.id);
    const resolve = async (why: string) => {
      await changeHeld(statements, alert, { state: 'resolved', by: ITSELF, comment: why, at });
    };
    if (rule === null || rule.deleted) return resolve('Its rule was deleted.');
    if (episode === undefined) return resolve('Its anomalies were withdrawn, or people have explained them.');
    if (!concerns(rule, episode))
      return resolve(`The verdict is ${episode.classification} in ${episode.variables.join(', ')} now.`);
    const members = episode.members.map((member) => member.id);
    const first = await alertWithAnomaly(statements, rule.id, members);
    if (first !== null && first.id !== id && first.state !== 'resolved')
      return resolve(`It is of one episode with alert ${first.id}.`);
    await addAnomalies(statements, alert, episode.members);
    await describeAlert(statements, id, renewed(alert, fieldsOf(episode), oldest));
    const last = episode.members[episode.members.length - 1];
    if (settled - last.time > longestPause(last, last)) {
      await resolve('No anomaly of its episode has come since.');
    }
  }
}

/** Least pause after which an episode may be over [ms]. */
export const SHORTEST_END_MS = LONGEST_PAUSE;

/** One for each station. */
export function gathered(touched: readonly Touched[]): Touched[] {
  const stations = new Map<string, Touched>();
  for (const one of touched) {
    const key = stationKey(one.network, one.station);
    const other = stations.get(key) ?? one;
    stations.set(key, { ...one, from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) });
  }
  return [...stations.values()];
}

function fieldsOf(episode: Episode): EpisodeFields {
  return {
    classification: episode.classification,
    variables: episode.variables,
    episode: episode.id,
    first: episode.start,
    last: episode.members[episode.members.length - 1].time,
    summary: summaryOf(episode),
  };
}

/** What an alert says of an episode whose beginning was not read again stays as it was said. */
function renewed(alert: Alert, fields: EpisodeFields, oldest: number): EpisodeFields {
  if (alert.first >= oldest) return fields;
  const { episode, first, summary } = alert;
  return { ...fields, episode, first, summary };
}
