import { randomBytes } from 'node:crypto';
import type { AlertEvent, ChannelType, DeliveryState } from '../../../schemas/alert.ts';
import type { Row, Statements } from '../../stores/catalogue.ts';
import type { Target } from '../rules/alert-rule.ts';

/** What is told to one of those who are told. Times in ms since the epoch. */
export interface Delivery {
  /** The same at every attempt. */
  readonly id: string;
  /** Order in which they were written. */
  readonly place: number;
  /** null: a test of the rule. */
  readonly alert: string | null;
  readonly rule: string;
  readonly event: AlertEvent;
  readonly channel: ChannelType;
  readonly target: string;
  /** JSON; the same at every attempt. */
  readonly payload: string;
  readonly created: number;
  readonly state: DeliveryState;
  /** How often it was begun. */
  readonly attempts: number;
  readonly due: number;
  readonly delivered: number | null;
  readonly error: string | null;
}

/** Deliveries to one target that are under way at once: one that hangs holds up no other. */
const AT_ONCE_A_TARGET = 4;

/** What is written of an event for everybody who is told of it. */
export interface Told {
  readonly alert: string | null;
  /** How often the alert has been opened. */
  readonly round: number;
  readonly rule: string;
  readonly event: AlertEvent;
  readonly at: number;
  /** The body without its id. */
  readonly payload: object;
}

/**
 * Writes deliveries of an event, to be sent once the transaction has ended; what is for the feed is delivered by that. The
 * same event of an alert is written once for each target and each time that the alert was opened.
 *
 * @returns their ids
 */
export async function addDeliveries(statements: Statements, told: Told, targets: readonly Target[]): Promise<string[]> {
  // Whoever reads the feed goes by the places, which are then in the order of the commits.
  if (targets.some(({ channel }) => channel === 'feed'))
    await statements.query("SELECT pg_advisory_xact_lock(hashtextextended('alert feed', 0))");
  const added: string[] = [];
  for (const { channel, target } of targets) {
    const id = `msg_${randomBytes(16).toString('hex')}`;
    const rows = await statements.query(
      `INSERT INTO deliveries (id, alert, rule, event, channel, target, payload, created, due, state, delivered, round)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING id`,
      [
        id,
        told.alert,
        told.rule,
        told.event,
        channel,
        target,
        JSON.stringify({ id, ...told.payload }),
        new Date(told.at),
        channel === 'feed' ? 'delivered' : 'pending',
        channel === 'feed' ? new Date(told.at) : null,
        told.round,
      ],
    );
    added.push(...rows.map((row) => String(row['id'])));
  }
  return added;
}

/**
 * Takes deliveries that are due, for as long as a lease: nobody else takes them meanwhile, and whoever dies leaves them to
 * others. Those of one alert go to a target one after the other.
 *
 * @param ids only these, whenever they are due; any where not given
 */
export async function claimDeliveries(
  statements: Statements,
  now: number,
  leaseMs: number,
  limit: number,
  ids?: readonly string[],
): Promise<Delivery[]> {
  const rows = await statements.query(
    `WITH busy AS (
       SELECT channel, target, count(*) AS taken FROM deliveries
       WHERE state = 'pending' AND leased > $1 GROUP BY channel, target
     ), free AS (
       SELECT d.id, d.due, d.place, coalesce(b.taken, 0) + row_number() OVER (
           PARTITION BY d.channel, d.target ORDER BY d.due, d.place
         ) AS rank
       FROM deliveries d LEFT JOIN busy b ON b.channel = d.channel AND b.target = d.target
       WHERE d.state = 'pending' AND (d.leased IS NULL OR d.leased <= $1)
         AND ${ids === undefined ? 'd.due <= $1 AND d.alert IS NOT NULL' : 'd.id = ANY($4::text[])'}
         AND NOT EXISTS (SELECT 1 FROM deliveries e WHERE e.alert = d.alert AND e.channel = d.channel
           AND e.target = d.target AND e.state = 'pending' AND e.place < d.place)
     )
     UPDATE deliveries SET leased = $2, attempts = attempts + 1
     WHERE id IN (
       SELECT id FROM deliveries
       WHERE id IN (SELECT id FROM free WHERE rank <= ${AT_ONCE_A_TARGET} ORDER BY due, place LIMIT $3)
         AND state = 'pending' AND (leased IS NULL OR leased <= $1)
       FOR UPDATE SKIP LOCKED
     ) RETURNING *`,
    [new Date(now), new Date(now + leaseMs), limit, ...(ids === undefined ? [] : [[...ids]])],
  );
  return rows.map(deliveryOf).sort((a, b) => a.place - b.place);
}

/** Notes that a delivery has arrived. */
export async function noteDelivered(statements: Statements, id: string, at: number): Promise<void> {
  await statements.query(
    `UPDATE deliveries SET state = 'delivered', delivered = $2, leased = NULL, error = NULL WHERE id = $1`,
    [id, new Date(at)],
  );
}

/** Notes that an attempt has failed, and when the next is due; null: it is given up. */
export async function noteFailed(statements: Statements, id: string, error: string, due: number | null): Promise<void> {
  await statements.query(
    `UPDATE deliveries SET state = CASE WHEN $3::timestamptz IS NULL THEN 'failed' ELSE 'pending' END,
       due = coalesce($3::timestamptz, due), leased = NULL, error = $2 WHERE id = $1 AND state = 'pending'`,
    [id, error, due === null ? null : new Date(due)],
  );
}

/** Gives a delivery back whose attempt was broken off. */
export async function giveBack(statements: Statements, id: string): Promise<void> {
  await statements.query(
    `UPDATE deliveries SET leased = NULL, attempts = attempts - 1 WHERE id = $1 AND state = 'pending'`,
    [id],
  );
}

/** How many deliveries were neither made nor given up. */
export async function pendingDeliveries(statements: Statements): Promise<number> {
  const [row] = await statements.query("SELECT count(*) AS waiting FROM deliveries WHERE state = 'pending'");
  return Number(row['waiting']);
}

/** Deliveries of an alert, in the order in which they were written. */
export async function deliveriesOf(statements: Statements, alert: string): Promise<Delivery[]> {
  const rows = await statements.query('SELECT * FROM deliveries WHERE alert = $1 ORDER BY place', [alert]);
  return rows.map(deliveryOf);
}

/** Some deliveries by their ids, in the order in which they were written. */
export async function deliveriesWithIds(statements: Statements, ids: readonly string[]): Promise<Delivery[]> {
  const rows = await statements.query('SELECT * FROM deliveries WHERE id = ANY($1::text[]) ORDER BY place', [[...ids]]);
  return rows.map(deliveryOf);
}

/** Deliveries of the feed after a place, in their order. */
export async function feedAfter(statements: Statements, place: number, limit: number): Promise<Delivery[]> {
  const rows = await statements.query(
    `SELECT * FROM deliveries WHERE channel = 'feed' AND place > $1 ORDER BY place LIMIT $2`,
    [place, limit],
  );
  return rows.map(deliveryOf);
}

/** Place in the feed behind which so many deliveries come; 0 where there are no more than that. */
export async function placeBefore(statements: Statements, deliveries: number): Promise<number> {
  const rows = await statements.query(
    `SELECT place FROM deliveries WHERE channel = 'feed' ORDER BY place DESC OFFSET $1 LIMIT 1`,
    [deliveries],
  );
  return rows.length === 0 ? 0 : Number(rows[0]['place']);
}

function deliveryOf(row: Row): Delivery {
  return {
    id: String(row['id']),
    place: Number(row['place']),
    alert: row['alert'] === null ? null : String(row['alert']),
    rule: String(row['rule']),
    event: String(row['event']) as AlertEvent,
    channel: String(row['channel']) as ChannelType,
    target: String(row['target']),
    payload: String(row['payload']),
    created: (row['created'] as Date).getTime(),
    state: String(row['state']) as DeliveryState,
    attempts: Number(row['attempts']),
    due: (row['due'] as Date).getTime(),
    delivered: row['delivered'] === null ? null : (row['delivered'] as Date).getTime(),
    error: row['error'] === null ? null : String(row['error']),
  };
}
