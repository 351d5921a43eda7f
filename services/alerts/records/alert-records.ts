import { type AlertClass, type AlertState, CONDITIONS, type Condition, type Severity } from '../../../schemas/alert.ts';
import { type AlertFault, NAMED_ALERT_ANOMALIES } from '../../../schemas/http/answers/alert-answer.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { Row, Statements } from '../../stores/catalogue.ts';

/** The fault that an alert is of, and what is said of it. */
export interface FaultOfAlert {
  readonly id: string;
  readonly said: AlertFault;
}

/** An alert. Times in ms since the epoch; null where that has not happened. */
export interface Alert {
  readonly id: string;
  readonly rule: { readonly id: string; readonly name: string };
  readonly network: string;
  /** One; of an outage all that were in it. */
  readonly stations: readonly string[];
  readonly severity: Severity;
  readonly state: AlertState;
  readonly classification: AlertClass;
  readonly variables: readonly Variable[];
  readonly episode: string;
  /** The fault that it is of, as it was when this was last looked at; null of an episode. */
  readonly fault: FaultOfAlert | null;
  /** How often it has been opened. */
  readonly round: number;
  /** In the order of time; at most the first hundred. */
  readonly anomalies: readonly string[];
  readonly first: number;
  readonly last: number;
  readonly summary: string;
  readonly opened: number;
  readonly acknowledged: number | null;
  readonly acknowledgedBy: string | null;
  readonly resolved: number | null;
  readonly resolvedBy: string | null;
  /** When it was last opened again. */
  readonly reopened: number | null;
  /** Id of the silence that it opened in. */
  readonly silenced: string | null;
}

/** An anomaly of an alert. */
export interface AlertAnomaly {
  readonly id: string;
  readonly time: number;
}

/** What an alert says of what it is of. */
export type OccasionFields = Pick<
  Alert,
  'stations' | 'classification' | 'variables' | 'episode' | 'fault' | 'first' | 'last' | 'summary'
>;

const SELECT = `SELECT a.*, r.definition::json ->> 'name' AS rule_name,
    ARRAY(SELECT m.anomaly FROM alert_anomalies m WHERE m.alert = a.id ORDER BY m.time, m.anomaly
          LIMIT ${NAMED_ALERT_ANOMALIES}) AS anomalies
  FROM alerts a JOIN alert_rules r ON r.id = a.rule`;

/** Adds an alert that is open; its anomalies come by `addAnomalies`. */
export async function addAlert(
  statements: Statements,
  alert: Omit<
    Alert,
    'state' | 'acknowledged' | 'acknowledgedBy' | 'resolved' | 'resolvedBy' | 'reopened' | 'anomalies' | 'round'
  >,
): Promise<void> {
  const { id, rule, network, stations, severity, silenced, opened } = alert;
  await statements.query(
    `INSERT INTO alerts (id, rule, network, station, severity, state, classification, variables, episode, first_time,
       last_time, summary, opened, silenced, checked, fault, fault_said, stations)
     VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9, $10, $11, $12, $13, $12, $14, $15, $16)`,
    [
      id,
      rule.id,
      network,
      oneOf(stations),
      severity,
      alert.classification,
      [...alert.variables],
      alert.episode,
      new Date(alert.first),
      new Date(alert.last),
      alert.summary,
      new Date(opened),
      silenced,
      ...saidOf(alert.fault),
      [...stations],
    ],
  );
}

/** Gives an alert more anomalies; those that an alert of its rule has already stay where they are. */
export async function addAnomalies(
  statements: Statements,
  alert: Pick<Alert, 'id' | 'rule'>,
  anomalies: readonly AlertAnomaly[],
): Promise<void> {
  await statements.query(
    `INSERT INTO alert_anomalies (rule, anomaly, alert, time)
     SELECT $1, one.id, $2, one.time::timestamptz FROM unnest($3::text[], $4::text[]) AS one (id, time)
     ON CONFLICT DO NOTHING`,
    [alert.rule.id, alert.id, anomalies.map(({ id }) => id), anomalies.map(({ time }) => new Date(time).toISOString())],
  );
}

/** The alert of a rule that has one of some anomalies, the first to open; null where there is none. */
export async function alertWithAnomaly(
  statements: Statements,
  rule: string,
  anomalies: readonly string[],
): Promise<Alert | null> {
  const rows = await statements.query(
    `${SELECT} WHERE a.id IN (SELECT alert FROM alert_anomalies WHERE rule = $1 AND anomaly = ANY($2::text[]))
     ORDER BY a.opened, a.id LIMIT 1`,
    [rule, [...anomalies]],
  );
  return rows.length === 0 ? null : alertOf(rows[0]);
}

/** Of some anomalies those that an alert has. */
export async function alertedAnomalies(statements: Statements, ids: readonly string[]): Promise<Set<string>> {
  const rows = await statements.query('SELECT DISTINCT anomaly FROM alert_anomalies WHERE anomaly = ANY($1::text[])', [
    [...ids],
  ]);
  return new Set(rows.map((row) => String(row['anomaly'])));
}

/** All anomalies of an alert by the time of their observation. */
export async function anomaliesOfAlert(statements: Statements, id: string): Promise<string[]> {
  const rows = await statements.query('SELECT anomaly FROM alert_anomalies WHERE alert = $1 ORDER BY time, anomaly', [
    id,
  ]);
  return rows.map((row) => String(row['anomaly']));
}

/** The alert of a rule that is of a fault; null where there is none. */
export async function alertOfFault(statements: Statements, rule: string, fault: string): Promise<Alert | null> {
  const rows = await statements.query(`${SELECT} WHERE a.rule = $1 AND a.fault = $2`, [rule, fault]);
  return rows.length === 0 ? null : alertOf(rows[0]);
}

/** Every alert of some faults; those that are not resolved first, of these the most urgent. */
export async function alertsOfFaults(statements: Statements, ids: readonly string[]): Promise<Alert[]> {
  const rows = await statements.query(
    `${SELECT} WHERE a.fault = ANY($1::text[])
     ORDER BY a.state = 'resolved', array_position(ARRAY['critical', 'warning', 'info'], a.severity), a.opened, a.id`,
    [[...ids]],
  );
  return rows.map(alertOf);
}

/** Of some faults those that an alert is of. */
export async function alertedFaults(statements: Statements, ids: readonly string[]): Promise<Set<string>> {
  const rows = await statements.query('SELECT DISTINCT fault FROM alerts WHERE fault = ANY($1::text[])', [[...ids]]);
  return new Set(rows.map((row) => String(row['fault'])));
}

/** Says anew of what an alert is. */
export async function describeAlert(statements: Statements, id: string, fields: OccasionFields): Promise<void> {
  await statements.query(
    `UPDATE alerts SET classification = $2, variables = $3, episode = $4, first_time = $5, last_time = $6, summary = $7,
       fault = $8, fault_said = $9, station = $10, stations = $11
     WHERE id = $1`,
    [
      id,
      fields.classification,
      [...fields.variables],
      fields.episode,
      new Date(fields.first),
      new Date(fields.last),
      fields.summary,
      ...saidOf(fields.fault),
      oneOf(fields.stations),
      [...fields.stations],
    ],
  );
}

/** An alert that others may not change before the transaction ends; null where there is none of this id. */
export async function holdAlert(statements: Statements, id: string): Promise<Alert | null> {
  const rows = await statements.query('SELECT id FROM alerts WHERE id = $1 FOR UPDATE', [id]);
  return rows.length === 0 ? null : alertWithId(statements, id);
}

/** Notes that somebody looks after an alert, or that it is over. */
export async function setAlertState(
  statements: Statements,
  id: string,
  state: 'acknowledged' | 'resolved',
  by: string,
  at: number,
): Promise<void> {
  await statements.query(`UPDATE alerts SET state = $2, ${state} = $3, ${state}_by = $4 WHERE id = $1`, [
    id,
    state,
    new Date(at),
    by,
  ]);
}

/** Opens an alert again; it stays acknowledged where it was. */
export async function reopenAlert(statements: Statements, id: string, at: number): Promise<void> {
  await statements.query(
    `UPDATE alerts SET state = CASE WHEN acknowledged IS NULL THEN 'open' ELSE 'acknowledged' END, resolved = NULL,
       resolved_by = NULL, round = round + 1, reopened = $2
     WHERE id = $1`,
    [id, new Date(at)],
  );
}

/** One alert; null where there is none of this id. */
export async function alertWithId(statements: Statements, id: string): Promise<Alert | null> {
  const rows = await statements.query(`${SELECT} WHERE a.id = $1`, [id]);
  return rows.length === 0 ? null : alertOf(rows[0]);
}

/** Alerts of faults and episodes of a station that are not resolved, the first to open first. */
export async function unresolvedAlerts(statements: Statements, network: string, station: string): Promise<Alert[]> {
  const rows = await statements.query(
    `${SELECT} WHERE a.network = $1 AND a.station = $2 AND a.state <> 'resolved' AND a.classification <> ALL($3::text[])
     ORDER BY a.opened, a.id`,
    [network, station, [...CONDITIONS]],
  );
  return rows.map(alertOf);
}

/** Alerts of some conditions in a network that are not resolved, the first to open first. */
export async function unresolvedConditions(
  statements: Statements,
  network: string,
  conditions: readonly Condition[],
): Promise<Alert[]> {
  const rows = await statements.query(
    `${SELECT} WHERE a.state <> 'resolved' AND a.classification = ANY($1::text[]) AND a.network = $2
     ORDER BY a.opened, a.id`,
    [[...conditions], network],
  );
  return rows.map(alertOf);
}

/**
 * The newest alert of a rule that is of a condition, and that reaches up to a time [ms since the epoch]; null where there is
 * none.
 *
 * @param name of the condition, as `silent/a`
 */
export async function alertOfCondition(
  statements: Statements,
  rule: string,
  { network, name, from }: { readonly network: string; readonly name: string; readonly from: number },
): Promise<Alert | null> {
  const rows = await statements.query(
    `${SELECT} WHERE a.rule = $1 AND a.network = $2 AND a.episode = $3 AND a.last_time >= $4
     ORDER BY a.opened DESC, a.id LIMIT 1`,
    [rule, network, name, new Date(from)],
  );
  return rows.length === 0 ? null : alertOf(rows[0]);
}

/** What a list of alerts is asked for. */
export interface AlertQuery {
  readonly state?: AlertState;
  readonly severity?: Severity;
  /** One, or some; all where it is not given. */
  readonly network?: string | readonly string[];
  readonly station?: string | readonly string[];
  /** When it opened, ms since the epoch, both included. */
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  /** Opening and id of the alert after which the list goes on; null from its beginning. */
  readonly after: readonly [number, string] | null;
}

/** A page of alerts, the newest first. */
export async function listAlerts(statements: Statements, query: AlertQuery): Promise<Alert[]> {
  const terms: string[] = [];
  const parameters: unknown[] = [];
  const add = (value: unknown, term: (place: string) => string) => {
    if (value === undefined) return;
    parameters.push(value);
    terms.push(term(`$${parameters.length}`));
  };
  add(query.state, (place) => `a.state = ${place}`);
  add(query.severity, (place) => `a.severity = ${place}`);
  add(query.network === undefined ? undefined : [query.network].flat(), (place) => `a.network = ANY(${place}::text[])`);
  add(
    query.station === undefined ? undefined : [query.station].flat(),
    (place) => `(a.station = ANY(${place}::text[]) OR a.stations && ${place}::text[])`,
  );
  add(query.from === undefined ? undefined : new Date(query.from), (place) => `a.opened >= ${place}`);
  add(query.to === undefined ? undefined : new Date(query.to), (place) => `a.opened <= ${place}`);
  if (query.after !== null) {
    const [opened, id] = query.after;
    parameters.push(new Date(opened), id);
    const [time, name] = [parameters.length - 1, parameters.length];
    terms.push(`(a.opened < $${time} OR a.opened = $${time} AND a.id COLLATE "C" > $${name})`);
  }
  parameters.push(query.limit);
  const where = terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`;
  const rows = await statements.query(
    `${SELECT} ${where} ORDER BY a.opened DESC, a.id COLLATE "C" LIMIT $${parameters.length}`,
    parameters,
  );
  return rows.map(alertOf);
}

/** The station of what has one. */
function oneOf(stations: readonly string[]): string {
  return stations.length === 1 ? stations[0] : '';
}

/** Cells of a fault: its id, and what is said of it. */
function saidOf(fault: FaultOfAlert | null): readonly (string | null)[] {
  return fault === null ? [null, null] : [fault.id, JSON.stringify(fault.said)];
}

function alertOf(row: Row): Alert {
  const time = (name: string) => (row[name] === null ? null : (row[name] as Date).getTime());
  const text = (name: string) => (row[name] === null ? null : String(row[name]));
  return {
    id: String(row['id']),
    rule: { id: String(row['rule']), name: String(row['rule_name']) },
    network: String(row['network']),
    // Alerts of before there were conditions have one station.
    stations: (row['stations'] as string[] | null) ?? [String(row['station'])],
    severity: String(row['severity']) as Severity,
    state: String(row['state']) as AlertState,
    classification: String(row['classification']) as AlertClass,
    variables: row['variables'] as Variable[],
    episode: String(row['episode']),
    fault: faultOf(row),
    round: Number(row['round']),
    anomalies: row['anomalies'] as string[],
    first: (row['first_time'] as Date).getTime(),
    last: (row['last_time'] as Date).getTime(),
    summary: String(row['summary']),
    opened: (row['opened'] as Date).getTime(),
    acknowledged: time('acknowledged'),
    acknowledgedBy: text('acknowledged_by'),
    resolved: time('resolved'),
    resolvedBy: text('resolved_by'),
    reopened: time('reopened'),
    silenced: text('silenced'),
  };
}

function faultOf({ fault, fault_said: said }: Row): FaultOfAlert | null {
  return fault === null ? null : { id: String(fault), said: JSON.parse(String(said)) as AlertFault };
}
