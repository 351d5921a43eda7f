import type { Findings } from './invariants.ts';
import type { ScenarioServers } from './scenario-servers.ts';

/** What a scenario is run with. */
export interface ScenarioContext {
  /** Servers that scenarios share; each works under names of its own there. */
  readonly servers: ScenarioServers;
  /** 1: as the title of the scenario says; less: so many of its disturbances, so much of its durations. */
  readonly scale: number;
  /** Of what is drawn by chance. */
  readonly seed: number;
  /** Folder of the scenario's own. */
  readonly folder: string;
  /** One line of progress. */
  readonly say: (line: string) => void;
}

/** What came of a scenario. */
export interface Outcome {
  /** What was done, with its numbers. */
  readonly done: string;
  /** Observations that were acknowledged. */
  readonly acknowledged: number;
  /** Settled anomalies and faults of sensors that a replay of them gives. */
  readonly expected: { readonly verdicts: number; readonly faults: number };
  /** What was compared -> what was wrong with it. */
  readonly findings: Readonly<Record<string, Findings>>;
  /** Longest time from a disturbance until everything acknowledged before it was judged and stored [ms]; null where not measured. */
  readonly longestMs: number | null;
  /** What else was not as it should be. */
  readonly problems: readonly string[];
}

/** A kind of disturbance, and what has to hold all the same. */
export interface Scenario {
  /** For `--only`. */
  readonly name: string;
  /** What is done at full scale. */
  readonly title: string;
  run(context: ScenarioContext): Promise<Outcome>;
}

/** A number of disturbances, or a duration [ms], as the scale has it; at least 1. */
export function scaled(context: ScenarioContext, full: number): number {
  return Math.max(1, Math.round(full * context.scale));
}
