import { randomUUID } from 'node:crypto';
import { isCondition } from '../../schemas/alert.ts';
import { changeHeld, ITSELF, reopenHeld } from './change-alert.ts';
import type { Occasion } from './occasion.ts';
import type { AlertBook } from './records/alert-book.ts';
import type { Alert, OccasionFields } from './records/alert-records.ts';
import { HISTORY_MS, isSilenced, raises, type StationOf, staysOpen } from './rule-matching.ts';
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

/** What a look has found, and what it is held against. */
interface Look {
  readonly rules: readonly AlertRule[];
  readonly occasions: readonly Occasion[];
  /** Alerts that are not resolved. */
  readonly open: readonly Pick<Alert, 'id'>[];
  /** The occasion that one of these is of now. */
  readonly occasionOf: (alert: string) => Occasion | undefined;
  readonly stationOf: StationOf;
  readonly renewing: Renewing;
}

/** Holds the alerts of a look against what it has found, and opens those that a rule asks for. */
export async function keepAlerts(book: AlertBook, look: Look): Promise<void> {
  const { rules, occasions, open, occasionOf, stationOf, renewing } = look;
  for (const { id } of open) await renewAlert(book, id, occasionOf(id), renewing);
  for (const rule of rules) {
    for (const occasion of occasions) {
      if (raises(rule, occasion, stationOf)) await openAlert(book, rule, occasion, { stationOf, at: renewing.at });
    }
  }
}

/** Opens the alert of an occasion, once; that of a fault or a condition again where it goes on after it had ended. */
async function openAlert(
  book: AlertBook,
  rule: AlertRule,
  occasion: Occasion,
  { stationOf, at }: Opening,
): Promise<void> {
  if (occasion.last < at - HISTORY_MS) return;
  const same = await alertOf(book, rule, occasion);
  if (same !== null) {
    await book.addAnomalies(same, occasion.anomalies);
    // One that people resolved goes on quietly, as does that of an episode: they have been told.
    const isEpisode = occasion.fault === null && !isCondition(occasion.classification);
    if (isEpisode || occasion.over !== null || same.resolvedBy !== ITSELF) return;
    await book.describe(same.id, fieldsOf(occasion));
    return reopenHeld(book, rule, same, at);
  }
  const alert = {
    id: randomUUID(),
    rule: { id: rule.id, name: rule.name },
    network: occasion.network,
    severity: rule.severity,
    opened: at,
    ...fieldsOf(occasion),
  };
  const silences = await book.silencesFrom(Math.min(at, occasion.first));
  const silence = silences.find((one) => isSilenced(one, alert, stationOf));
  await book.add({ ...alert, silenced: silence?.id ?? null });
  await book.addAnomalies(alert, occasion.anomalies);
  const opened = await tell(book, rule, alert.id, { event: 'alert.opened', at, comment: null });
  if (occasion.over === null) return;
  await changeHeld(book, opened, { state: 'resolved', by: ITSELF, comment: occasion.over, at });
}

/**
 * Holds an alert against what it is of now, and resolves it where that is over or no longer what it was.
 *
 * @param occasion undefined where there is none any more
 */
async function renewAlert(
  book: AlertBook,
  id: string,
  occasion: Occasion | undefined,
  { oldest, at }: Renewing,
): Promise<void> {
  const alert = await book.hold(id);
  if (alert === null || alert.state === 'resolved') return;
  const rule = await book.rule(alert.rule.id);
  const resolve = async (why: string) => {
    await changeHeld(book, alert, { state: 'resolved', by: ITSELF, comment: why, at });
  };
  if (rule === null || rule.deleted) return resolve('Its rule was deleted.');
  if (occasion === undefined) {
    const what = alert.fault === null ? 'anomalies were' : 'fault was';
    return resolve(`Its ${what} withdrawn, or people have explained them.`);
  }
  if (occasion.explained !== null) {
    // The message of the end has to say what people call the fault, not what it was taken for.
    if (alert.fault !== null) await book.describe(id, renewed(alert, fieldsOf(occasion), oldest));
    return resolve(occasion.explained);
  }
  const { classification, variables } = occasion;
  if (!staysOpen(rule, occasion)) return resolve(`The verdict is ${classification} in ${variables.join(', ')} now.`);
  const first = await alertOf(book, rule, occasion);
  if (first !== null && first.id !== id && first.state !== 'resolved')
    return resolve(`It is of one ${occasion.fault === null ? 'episode' : 'fault'} with alert ${first.id}.`);
  await book.addAnomalies(alert, occasion.anomalies);
  await book.describe(id, renewed(alert, fieldsOf(occasion), oldest));
  if (occasion.over !== null) await resolve(occasion.over);
}

/**
 * The alert of a rule and an occasion. One that an anomaly opened before its fault was known is the fault's, unless it has
 * come to its end. A condition is of one alert from its beginning on, whoever resolved that.
 */
export async function alertOf(book: AlertBook, rule: AlertRule, occasion: Occasion): Promise<Alert | null> {
  const { network, classification, episode: name, first: from, fault, faults, anomalies } = occasion;
  if (isCondition(classification)) return book.alertOfCondition(rule.id, { network, name, from });
  for (const id of faults) {
    const ofFault = await book.alertOfFault(rule.id, id);
    if (ofFault !== null) return ofFault;
  }
  const ids = anomalies.map(({ id }) => id);
  const before = await book.alertWithAnomaly(rule.id, ids);
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
