import type { LogWriter } from '../../ingest/log/event-log.ts';
import type { ExpertRule } from '../../schemas/expert-rule.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Part } from '../../schemas/parts.ts';
import { RegisterByNow } from '../experts/register-by-now.ts';
import { RulePublication } from '../experts/rule-publication.ts';
import { CatalogueRules, type RuleRegister } from '../experts/rule-register.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { AnomaliesOfFaults } from '../stores/rules-by-now.ts';
import { absent } from './absent.ts';

/** What rules are kept and published with. */
export interface OpenExpertsDependencies {
  /** Parts of the system that run in this process. */
  readonly parts: ReadonlySet<Part>;
  /** null where this process needs none. */
  readonly catalogue: Catalogue | null;
  /** The anomalies of faults that people call none. */
  readonly store: AnomaliesOfFaults;
  /** Opens the log that rules are published in, or gives the one that this process has; null where there is none. */
  readonly log: () => Promise<LogWriter | null>;
  /** Hears of each rule that is entered or ended here. */
  readonly onChange: (rule: ExpertRule) => void;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** The register of rules of a process. */
export interface OpenedExperts {
  readonly rules: RuleRegister;
  /** Begins to publish them. */
  begin(): void;
  close(): Promise<void>;
}

/**
 * Opens the register of rules where this process serves it, by its part `detection`. The log is asked for when there is
 * something to publish: reads are served while the brokers are away.
 */
export function openExperts(given: OpenExpertsDependencies): OpenedExperts {
  const { parts, catalogue, store, log, onChange, logger } = given;
  if (catalogue === null || !parts.has('detection')) {
    return { rules: absent('rules'), begin: () => undefined, close: async () => undefined };
  }
  const publication = new RulePublication({ catalogue, log, logger });
  const rules = new CatalogueRules(catalogue, (rule) => {
    publication.tell();
    onChange(rule);
  });
  return {
    rules: new RegisterByNow(rules, store),
    begin: () => publication.start(),
    close: () => publication.stop(),
  };
}
