import type { Row, Statements } from '../stores/catalogue.ts';

/** Who looks after a fault. Times in ms since the epoch. */
export interface Care {
  /** Id of the fault. */
  readonly fault: string;
  readonly network: string;
  /** 1 with the first change, and one more with each. */
  readonly version: number;
  /** null: nobody. */
  readonly assignee: string | null;
  /** Until then nobody wants to be reminded of it; null where it is not put off. */
  readonly snoozedUntil: number | null;
  /** Who changed it last, and when. */
  readonly by: string;
  readonly at: number;
}

const COLUMNS = 'fault, network, version, assignee, snoozed_until, changed, changed_by';

/** What is known of who looks after some faults, by their ids; those that nobody has done anything about are left out. */
export async function caresOf(statements: Statements, faults: readonly string[]): Promise<Map<string, Care>> {
  const rows = await statements.query(`SELECT ${COLUMNS} FROM fault_cares WHERE fault = ANY($1::text[])`, [
    [...faults],
  ]);
  return new Map(rows.map((row) => [String(row['fault']), careOf(row)]));
}

/** Names of those who have looked after faults of a network lately, sorted, at most a hundred. */
export async function carersOf(statements: Statements, network: string): Promise<string[]> {
  const rows = await statements.query(
    `SELECT DISTINCT name FROM (
       SELECT assignee, changed_by FROM fault_cares WHERE network = $1 ORDER BY changed DESC LIMIT 1000
     ) AS lately, LATERAL (VALUES (assignee), (changed_by)) AS those (name)
     WHERE name IS NOT NULL ORDER BY name LIMIT 100`,
    [network],
  );
  return rows.map((row) => String(row['name']));
}

/** The newest of the cares of a cause; null where nobody has done anything about any of its faults. */
export function newestCare(cares: ReadonlyMap<string, Care>, cause: readonly string[]): Care | null {
  return cause.reduce<Care | null>((newest, fault) => {
    const care = cares.get(fault);
    return care !== undefined && (newest === null || care.at > newest.at) ? care : newest;
  }, null);
}

/**
 * What is known of who looks after some faults of a network, as {@link caresOf}. Nobody else changes who looks after any fault of
 * the network before the transaction ends.
 */
export async function holdCares(
  statements: Statements,
  network: string,
  faults: readonly string[],
): Promise<Map<string, Care>> {
  await statements.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`care ${network}`]);
  return caresOf(statements, faults);
}

/** Writes the care of a fault in the place of the one before. */
export async function writeCare(statements: Statements, care: Care): Promise<void> {
  const { fault, network, version, assignee, snoozedUntil, by, at } = care;
  await statements.query(
    `INSERT INTO fault_cares (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (fault) DO UPDATE SET version = $3, assignee = $4, snoozed_until = $5, changed = $6, changed_by = $7`,
    [fault, network, version, assignee, snoozedUntil === null ? null : new Date(snoozedUntil), new Date(at), by],
  );
}

function careOf(row: Row): Care {
  const until = row['snoozed_until'] as Date | null;
  return {
    fault: String(row['fault']),
    network: String(row['network']),
    version: Number(row['version']),
    assignee: row['assignee'] === null ? null : String(row['assignee']),
    snoozedUntil: until === null ? null : until.getTime(),
    by: String(row['changed_by']),
    at: (row['changed'] as Date).getTime(),
  };
}
