import { join } from 'node:path';
import type { Observation } from '../../schemas/observation.ts';
import { compare, type Findings, type Item } from './invariants.ts';
import type { PushedHistory } from './pushed-history.ts';
import { storedUnderFaults } from './store-contents.ts';
import { observationItem, type StoredAnswers } from './stored-answers.ts';
import { settledFlagsOf, undisturbedFlags } from './undisturbed-flags.ts';
import type { Settled } from './undisturbed-run.ts';

/** What one process on everything embedded is held against a run that nobody disturbs with. */
export interface OneProcess {
  readonly history: PushedHistory;
  /** All that was acknowledged. */
  readonly observations: readonly Observation[];
  readonly expected: Settled;
  readonly answers: StoredAnswers;
  /** What it has settled. */
  readonly settled: { readonly verdicts: readonly Item[]; readonly faults: readonly Item[] };
  /** Its data folder. */
  readonly dataFolder: string;
  /** Where the undisturbed run may keep its data. */
  readonly folder: string;
}

/** What is lost, doubled, foreign or different, by what was compared. */
export async function oneProcessFindings(given: OneProcess): Promise<Readonly<Record<string, Findings>>> {
  const { history, observations, expected, answers, settled, dataFolder, folder } = given;
  const until = settledFlagsOf(observations);
  const flags = await undisturbedFlags(join(folder, 'undisturbed'), history, observations);
  const faults = new Set(expected.faults.map(({ key }) => key));
  return {
    observations: compare(observations.map(observationItem), await answers.observationItems()),
    'settled flags': compare(flags, await answers.flagItems(until)),
    'settled anomalies': compare(expected.verdicts, settled.verdicts),
    'settled faults': compare(expected.faults, settled.faults),
    'values under settled faults': compare(
      expected.values,
      await storedUnderFaults({ dataFolder }, history.network, faults),
    ),
    'faults not withdrawn': compare(expected.held, await answers.heldFaultItems(until)),
  };
}
