import type { Row, Statements } from '../../stores/catalogue.ts';
import type { AlertRule, RuleDefinition } from '../rules/alert-rule.ts';

const COLUMNS = 'id, definition, since, created, created_by, updated, updated_by, deleted';

/** Adds a rule. @param by who does, @param at ms since the epoch */
export async function addRule(
  statements: Statements,
  id: string,
  rule: RuleDefinition,
  by: string,
  at: number,
): Promise<AlertRule> {
  const rows = await statements.query(
    `INSERT INTO alert_rules (id, definition, since, created, created_by, updated, updated_by)
     VALUES ($1, $2, $4, $4, $3, $4, $3) RETURNING ${COLUMNS}`,
    [id, JSON.stringify(rule), by, new Date(at)],
  );
  return ruleOf(rows[0]);
}

/** Replaces a rule that is not deleted; null where there is none of this id. What was judged before is not looked at again. */
export async function changeRule(
  statements: Statements,
  id: string,
  rule: RuleDefinition,
  by: string,
  at: number,
): Promise<AlertRule | null> {
  const rows = await statements.query(
    `UPDATE alert_rules SET definition = $2, since = $4, updated = $4, updated_by = $3
     WHERE id = $1 AND deleted IS NULL RETURNING ${COLUMNS}`,
    [id, JSON.stringify(rule), by, new Date(at)],
  );
  return rows.length === 0 ? null : ruleOf(rows[0]);
}

/** Deletes a rule, once; resolves with it, null where there never was one of this id. */
export async function deleteRule(
  statements: Statements,
  id: string,
  by: string,
  at: number,
): Promise<AlertRule | null> {
  await statements.query(
    'UPDATE alert_rules SET deleted = $3, updated = $3, updated_by = $2 WHERE id = $1 AND deleted IS NULL',
    [id, by, new Date(at)],
  );
  return ruleWithId(statements, id);
}

/** A rule, also one that was deleted; null where there is none of this id. */
export async function ruleWithId(statements: Statements, id: string): Promise<AlertRule | null> {
  const rows = await statements.query(`SELECT ${COLUMNS} FROM alert_rules WHERE id = $1`, [id]);
  return rows.length === 0 ? null : ruleOf(rows[0]);
}

/** All rules that are not deleted, the oldest first. */
export async function allRules(statements: Statements): Promise<AlertRule[]> {
  const rows = await statements.query(`SELECT ${COLUMNS} FROM alert_rules WHERE deleted IS NULL ORDER BY created, id`);
  return rows.map(ruleOf);
}

function ruleOf(row: Row): AlertRule {
  return {
    // Rules of before there were areas have none.
    area: null,
    ...(JSON.parse(String(row['definition'])) as Omit<RuleDefinition, 'area'> & Partial<Pick<RuleDefinition, 'area'>>),
    id: String(row['id']),
    since: (row['since'] as Date).getTime(),
    created: (row['created'] as Date).getTime(),
    createdBy: String(row['created_by']),
    updated: (row['updated'] as Date).getTime(),
    updatedBy: String(row['updated_by']),
    deleted: row['deleted'] !== null,
  };
}
