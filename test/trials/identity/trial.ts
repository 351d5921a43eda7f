import type { IdentityProcess } from './identity-process.ts';

/** What a trial is run with. */
export interface TrialContext {
  readonly identity: IdentityProcess;
  /** 1: as the title of the trial says; less: so much of it. */
  readonly scale: number;
  /** Of what is drawn by chance. */
  readonly seed: number;
  /** One line of progress. */
  readonly say: (line: string) => void;
}

/** A long look at the identity service from outside; every file of `trials/` exports one. */
export interface Trial {
  /** For `--only`. */
  readonly name: string;
  /** What is done at full scale. */
  readonly title: string;
  /** Resolves with what was done, with its numbers, and with what was not as it should be. */
  run(context: TrialContext): Promise<{ readonly done: string; readonly problems: readonly string[] }>;
}

/** A number as the scale has it; at least 1. */
export function scaled({ scale }: TrialContext, full: number): number {
  return Math.max(1, Math.round(full * scale));
}
