import { randomUUID } from 'node:crypto';
import { isCondition } from '../../schemas/alert.ts';
import type { Statements } from '../stores/catalogue.ts';
import { changeHeld, ITSELF, reopenHeld } from './change-alert.ts';
import type { Occasion } from './occasion.ts';
import {
  type Alert,
  addAlert,
  addAnomalies,
  alertOfCondition,
  alertOfFault,
  alertWithAnomaly,
  describeAlert,
  holdAlert,
  type OccasionFields,
} from './records/alert-records.ts';
import { ruleWithId } from './records/rule-records.ts';
import { silencesFrom } from './records/silence-records.ts';
import { HISTORY_MS, isSilenced, type StationOf, staysOpen } from './rule-matching.ts';
import type { AlertRule } from './rules/alert-rule.ts';
import { tell } from './tell.ts';

/** What an alert is opened with. */
interface Opening {
  readonly stationOf: StationOf;
  /** Current time, ms since the epoch. */
  readonly at: number;
}

/** What an alert is held against. */
interface Renewing {
  /** No anomaly older than this was read, ms since the epoch. */
  readonly oldest: number;
  /** Current time, ms since the epoch. */
  readonly at: number;
}

/** Opens the alert of an occasion, once; that of a fault or a condition again where it goes on after it had ended. */
export async function openAlert(
  statements: Statements,
  rule: AlertRule,
  occasion: Occasion,
  { stationOf, at }: Opening,
): Promise<void> {
  if (occasion.last < at - HISTORY_MS) return;
  const same = await alertOf(statements, rule, occasion);
  if (same !== null) {
    await addAnomalies(statements, same, occasion.anomalies);
    // One that people resolved goes on quietly, as does that of an episode: they have been told.
    const isEpisode = occasion.fault === null && !isCondition(occasion.classification);
    if (isEpisode || occasion.over !== null || same.resolvedBy !== ITSELF) return;
    await describeAlert(statements, same.id, fieldsOf(occasion));
    return reopenHeld(statements, rule, same, at);
  }
  const alert = {
    id: randomUUID(),
    rule: { id: rule.id, name: rule.name },
    network: occasion.network,
    severity: rule.severity,
    opened: at,
    ...fieldsOf(occasion),
  };
  const silences = await silencesFrom(statements, Math.min(at, occasion.first));
  const silence = silences.find((one) => isSilenced(one, alert, stationOf));
  await addAlert(statements, { ...alert, silenced: silence?.id ?? null });
  await addAnomalies(statements, alert, occasion.anomalies);
  const opened = await tell(statements, rule, 'alert.opened', alert.id, at);
  if (occasion.over === null) return;
  await changeHeld(statements, opened, { state: 'resolved', by: ITSELF, comment: occasion.over, at });
}

/**
 * Holds an alert against what it is of now, and resolves it where that is over or no longer what it was.
 *
 * @param occasion undefined where there is none any more
 */
export async function renewAlert(
  statements: Statements,
  id: string,
  occasion: Occasion | undefined,
  { oldest, at }: Renewing,
): Promise<void> {
  const alert = await holdAlert(statements, id);
  if (alert === null || alert.state === 'resolved') return;
  const rule = await ruleWithId(statements, alert.rule.id);
  const resolve = async (why: string) => {
    await changeHeld(statements, alert, { state: 'resolved', by: ITSELF, comment: why, at });
  };
  if (rule === null || rule.deleted) return resolve('Its rule was deleted.');
  if (occasion === undefined) {
    const what = alert.fault === null ? 'anomalies were' : 'fault was';
    return resolve(`Its ${what} withdrawn, or people have explained them.`);
  }
  if (occasion.explained !== null) return resolve(occasion.explained);
  const { classification, variables } = occasion;
  if (!staysOpen(rule, occasion)) return resolve(`The verdict is ${classification} in ${variables.join(', ')} now.`);
  const first = await alertOf(statements, rule, occasion);
  if (first !== null && first.id !== id && first.state !== 'resolved')
    return resolve(`It is of one ${occasion.fault === null ? 'episode' : 'fault'} with alert ${first.id}.`);
  await addAnomalies(statements, alert, occasion.anomalies);
  await describeAlert(statements, id, renewed(alert, fieldsOf(occasion), oldest));
  if (occasion.over !== null) await resolve(occasion.over);
}

/**
 * The alert of a rule and an occasion. One that an anomaly opened before its fault was known is the fault's, unless it has
 * come to its end. A condition is of one alert from its beginning on, whoever resolved that.
 */
async function alertOf(statements: Statements, rule: AlertRule, occasion: Occasion): Promise<Alert | null> {
  const { network, classification, episode: name, first: from, fault, anomalies } = occasion;
  if (isCondition(classification)) return alertOfCondition(statements, rule.id, { network, name, from });
  const ofFault = fault === null ? null : await alertOfFault(statements, rule.id, fault.id);
  if (ofFault !== null) return ofFault;
  const ids = anomalies.map(({ id }) => id);
  const before = await alertWithAnomaly(statements, rule.id, ids);
  if (fault === null || before === null) return before;
  return before.fault === null && before.resolvedBy !== ITSELF ? before : null;
}

function fieldsOf(occasion: Occasion): OccasionFields {
  const { stations, classification, variables, episode, fault, first, last, summary } = occasion;
  return { stations, classification, variables, episode, fault, first, last, summary };
}

/** What an alert says of an episode whose beginning was not read again stays as it was said. */
function renewed(alert: Alert, fields: OccasionFields, oldest: number): OccasionFields {
  if (alert.first >= oldest) return fields;
  if (fields.fault !== null) return { ...fields, episode: alert.episode };
  const { episode, first, summary } = alert;
  return { ...fields, episode, first, summary };
}
