import type { LogWriter } from '../../ingest/log/event-log.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import type { Part } from '../../schemas/parts.ts';
import { RulePublication } from '../experts/rule-publication.ts';
import { CatalogueRules, type RuleRegister } from '../experts/rule-register.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { absent } from './absent.ts';
import { KeptLog } from './kept-log.ts';

/** What rules are kept and published with. */
export interface OpenExpertsParts {
  readonly configuration: Configuration;
  /** Parts of the system that run in this process. */
  readonly parts: ReadonlySet<Part>;
  /** null where this process needs none. */
  readonly catalogue: Catalogue | null;
  /** null where this process has no part of it. */
  readonly pipeline: Pipeline | null;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly say: (line: string) => void;
}

/** The register of rules of a process. */
export interface OpenedExperts {
  readonly rules: RuleRegister;
  /** Begins to publish them. */
  begin(): void;
  close(): Promise<void>;
}

/**
 * Opens the register of rules where this process serves it, by its part `detection`. One without a pipeline publishes by a
 * log of its own on Kafka, which it opens when there is something to publish: reads are served while the brokers are away.
 */
export function openExperts(given: OpenExpertsParts): OpenedExperts {
  const { configuration, parts, catalogue, pipeline, now, say } = given;
  if (catalogue === null || !parts.has('detection')) {
    return { rules: absent('rules'), begin: () => undefined, close: async () => undefined };
  }
  const own = new KeptLog({ configuration, now, say });
  const log = async (): Promise<LogWriter | null> => pipeline?.log ?? own.opened();
  const publication = new RulePublication({ catalogue, log, say });
  return {
    rules: new CatalogueRules(catalogue, () => publication.tell()),
    begin: () => publication.start(),
    close: async () => {
      await publication.stop();
      await own.close();
    },
  };
}
