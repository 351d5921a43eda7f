import type { FaultKind } from '../../../schemas/fault.ts';
import type { Row, Statements } from '../../stores/catalogue.ts';
import type { Place } from '../rules/place.ts';

/** Where and when alerts that open are kept but not delivered. Times in ms since the epoch, both ends included. */
export interface Silence extends Place {
  readonly id: string;
  /** Only alerts of faults of these kinds; null does not narrow it. */
  readonly kinds: readonly FaultKind[] | null;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  readonly by: string;
  readonly created: number;
  /** Who ended it before its time; null while nobody has. */
  readonly endedBy: string | null;
}

const COLUMNS = 'id, place, begins, ends, reason, created, created_by, ended_by';

/** Adds a silence. */
export async function addSilence(statements: Statements, silence: Omit<Silence, 'endedBy'>): Promise<void> {
  const { id, networks, stations, variables, box, area, kinds, from, to, reason, by, created } = silence;
  await statements.query(
    `INSERT INTO silences (id, place, begins, ends, reason, created, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      JSON.stringify({ networks, stations, variables, box, area, kinds }),
      new Date(from),
      new Date(to),
      reason,
      new Date(created),
      by,
    ],
  );
}

/** Ends a silence that has not ended yet; resolves with it as it then is, null where there is none of this id. */
export async function endSilence(statements: Statements, id: string, by: string, at: number): Promise<Silence | null> {
  await statements.query('UPDATE silences SET ends = $2, ended_by = $3 WHERE id = $1 AND ends > $2', [
    id,
    new Date(at),
    by,
  ]);
  return silenceWithId(statements, id);
}

/** The silence of an id; null where there is none. */
export async function silenceWithId(statements: Statements, id: string): Promise<Silence | null> {
  const rows = await statements.query(`SELECT ${COLUMNS} FROM silences WHERE id = $1`, [id]);
  return rows.length === 0 ? null : silenceOf(rows[0]);
}

/** Silences that have not ended before a time [ms], the newest first. */
export async function silencesFrom(statements: Statements, time: number): Promise<Silence[]> {
  const rows = await statements.query(
    `SELECT ${COLUMNS} FROM silences WHERE ends >= $1 ORDER BY created DESC, id LIMIT 10000`,
    [new Date(time)],
  );
  return rows.map(silenceOf);
}

function silenceOf(row: Row): Silence {
  return {
    // Silences of before there were kinds and areas have none.
    kinds: null,
    area: null,
    ...(JSON.parse(String(row['place'])) as Omit<Place, 'area'> & Partial<Pick<Silence, 'kinds' | 'area'>>),
    id: String(row['id']),
    from: (row['begins'] as Date).getTime(),
    to: (row['ends'] as Date).getTime(),
    reason: String(row['reason']),
    by: String(row['created_by']),
    created: (row['created'] as Date).getTime(),
    endedBy: row['ended_by'] === null ? null : String(row['ended_by']),
  };
}
