import { setTimeout as sleep } from 'node:timers/promises';
import type { LogWriter } from '../../ingest/log/event-log.ts';
import type { ExpertRule } from '../../schemas/expert-rule.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { ruleOf } from './rule-rows.ts';

/** What rules are published with. */
export interface RulePublicationDependencies {
  readonly catalogue: Catalogue;
  /** The log; null where there is none to publish by. It may reject while the brokers are away. */
  readonly log: () => Promise<LogWriter | null>;
  /** One line for the operator. */
  readonly logger: Logger;
  /** How often it is looked for what others left unpublished [ms], default 5,000. */
  readonly everyMs?: number;
}

const EVERY_MS = 5_000;
/** How long the end waits for what is under way [ms]: a log that is away takes nothing. */
const STOP_MS = 1_000;

/**
 * Puts rules on the log, where those who judge learn of them. The catalogue comes first: what was entered there and could not
 * be published, by whichever process, is published as soon as it can be; at the start everything is, as the log may be new.
 */
export class RulePublication {
  readonly #dependencies: RulePublicationDependencies;
  #clock: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #again = false;
  #failing = false;

  constructor(dependencies: RulePublicationDependencies) {
    this.#dependencies = dependencies;
  }

  /** Begins with everything that the catalogue has. */
  start(): void {
    const { catalogue, everyMs = EVERY_MS } = this.#dependencies;
    this.#clock = setInterval(() => this.tell(), everyMs);
    void this.#run(async () => {
      await this.#publish(await catalogue.query('SELECT * FROM expert_rules'));
    });
  }

  /** Publishes what is not published yet; whoever entered it does not wait for this. */
  tell(): void {
    void this.#run(async () => {
      await this.#publish(await this.#dependencies.catalogue.query('SELECT * FROM expert_rules WHERE NOT published'));
    });
  }

  /** Ends after what is under way; what is left is published at the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#clock);
    this.#again = false;
    await Promise.race([this.#running, sleep(STOP_MS, undefined, { ref: false })]);
  }

  /** One after the other; what is asked for meanwhile is looked for once more afterwards. */
  async #run(work: () => Promise<void>): Promise<void> {
    this.#again = this.#running !== null;
    this.#running ??= this.#tried(work).finally(() => {
      this.#running = null;
      if (this.#again) this.tell();
    });
    await this.#running;
  }

  async #tried(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      if (this.#failing) this.#dependencies.logger.info('what people have ruled is published again');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing)
        this.#dependencies.logger.warn(`what people have ruled waits to be published`, { cause: error });
      this.#failing = true;
    }
  }

  async #publish(rows: readonly Record<string, unknown>[]): Promise<void> {
    const { catalogue } = this.#dependencies;
    const rules = rows.map(ruleOf);
    if (rules.length === 0) return;
    const log = await this.#dependencies.log();
    if (log === null) return;
    await log.publish(
      'rules',
      rules.map((value) => ({ key: value.id, value })),
    );
    await log.flushed('rules');
    for (const { id, ended } of rules) {
      // One that was ended meanwhile is yet to be published as it is now.
      await catalogue.query(
        'UPDATE expert_rules SET published = true WHERE id = $1 AND (ended IS NULL) = $2 AND NOT published',
        [id, ended === null],
      );
    }
  }
}

/** Every rule that the catalogue has. */
export async function allRules(catalogue: Catalogue): Promise<ExpertRule[]> {
  return (await catalogue.query('SELECT * FROM expert_rules')).map(ruleOf);
}
