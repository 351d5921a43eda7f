import { type ExpertRule, endedRule, type RuleKind } from '../../schemas/expert-rule.ts';
import type { Catalogue, Statements } from '../stores/catalogue.ts';
import { RULE_COLUMNS, ruleCells, ruleOf, subjectOf } from './rule-rows.ts';

/** Which rules are asked for; all of them where nothing is said. */
export interface RuleQuery {
  readonly kind?: RuleKind;
  /** One, or some; all where it is not given. */
  readonly network?: string | readonly string[];
  readonly station?: string | readonly string[];
  /** Overrides of this anomaly. */
  readonly anomaly?: string;
  /** Words on this fault. */
  readonly fault?: string;
  /** Those that nobody has ended (true), or that somebody has (false). */
  readonly inForce?: boolean;
  /** Those that speak of observations from one time to another, ms since the epoch, both included. */
  readonly from?: number;
  readonly to?: number;
}

/** Who ends a rule, when, and up to when it shall speak of observations [ms since the epoch]. */
export interface Ending {
  readonly by: string;
  readonly now: number;
  readonly at: number;
}

/** Where rules are kept; what is entered or ended is told on to those who judge. */
export interface RuleRegister {
  /** Keeps a new rule; where it is the next of an anomaly or of a station's variable, it ends the one before. */
  enter(rule: ExpertRule): Promise<void>;
  /** Ends the rule in force of a kind and subject; resolves with it, null where there was none. */
  end(rule: Pick<ExpertRule, 'kind' | 'id'>, ending: Ending): Promise<ExpertRule | null>;
  /** A rule by its id; null where there is none. */
  rule(id: string): Promise<ExpertRule | null>;
  /** Newest first. */
  rules(query: RuleQuery): Promise<ExpertRule[]>;
}

/** The rules in the catalogue. */
export class CatalogueRules implements RuleRegister {
  readonly #catalogue: Catalogue;
  readonly #tell: (rule: ExpertRule) => void;

  /** @param tell has what was entered or ended told on */
  constructor(catalogue: Catalogue, tell: (rule: ExpertRule) => void) {
    this.#catalogue = catalogue;
    this.#tell = tell;
  }

  async enter(rule: ExpertRule): Promise<void> {
    await this.#catalogue.transaction(async (statements) => {
      const subject = subjectOf(rule);
      await statements.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`rule ${rule.kind} ${subject}`]);
      const rows = await statements.query(
        'SELECT * FROM expert_rules WHERE kind = $1 AND subject = $2 AND ended IS NULL',
        [rule.kind, subject],
      );
      for (const row of rows) await writeEnd(statements, endedRule(ruleOf(row), rule.by, rule.at, rule.at));
      const places = RULE_COLUMNS.map((_, k) => `$${k + 1}`).join(', ');
      const sql = `INSERT INTO expert_rules (${RULE_COLUMNS.join(', ')}) VALUES (${places})`;
      await statements.query(sql, ruleCells(rule));
    });
    this.#tell(rule);
  }

  async end({ kind, id }: Pick<ExpertRule, 'kind' | 'id'>, { by, now, at }: Ending): Promise<ExpertRule | null> {
    const ended = await this.#catalogue.transaction(async (statements) => {
      const [row] = await statements.query(
        'SELECT * FROM expert_rules WHERE kind = $1 AND id = $2 AND ended IS NULL FOR UPDATE',
        [kind, id],
      );
      if (row === undefined) return null;
      const rule = endedRule(ruleOf(row), by, now, at);
      await writeEnd(statements, rule);
      return rule;
    });
    if (ended !== null) this.#tell(ended);
    return ended;
  }

  async rule(id: string): Promise<ExpertRule | null> {
    const [row] = await this.#catalogue.query('SELECT * FROM expert_rules WHERE id = $1', [id]);
    return row === undefined ? null : ruleOf(row);
  }

  async rules(query: RuleQuery): Promise<ExpertRule[]> {
    const terms: string[] = [];
    const values: unknown[] = [];
    const add = (value: unknown, term: (place: string) => string) => {
      if (value === undefined) return;
      values.push(value);
      terms.push(term(`$${values.length}`));
    };
    add(query.kind, (place) => `kind = ${place}`);
    add(query.network === undefined ? undefined : [query.network].flat(), (place) => `network = ANY(${place}::text[])`);
    add(query.station === undefined ? undefined : [query.station].flat(), (place) => `station = ANY(${place}::text[])`);
    add(query.anomaly, (place) => `anomaly = ${place}`);
    add(query.fault, (place) => `kind = 'fault' AND subject = ${place}`);
    add(query.inForce, (place) => `(ended IS NULL) = ${place}`);
    add(query.to === undefined ? undefined : new Date(query.to), (place) => `begins <= ${place}`);
    add(query.from === undefined ? undefined : new Date(query.from), (place) => `(ends IS NULL OR ends > ${place})`);
    const where = terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`;
    const rows = await this.#catalogue.query(
      `SELECT * FROM expert_rules ${where} ORDER BY entered DESC, id COLLATE "C"`,
      values,
    );
    return rows.map(ruleOf);
  }
}

async function writeEnd(statements: Statements, { id, to, lastSlot, endedBy, ended }: ExpertRule): Promise<void> {
  await statements.query(
    `UPDATE expert_rules SET ends = $2, last_slot = $3, ended_by = $4, ended = $5, published = false WHERE id = $1`,
    [id, to === null ? null : new Date(to), lastSlot, endedBy, ended === null ? null : new Date(ended)],
  );
}
