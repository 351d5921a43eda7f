import type { Run } from './scored-run.ts';
import { scoreRun } from './scored-run.ts';

// A process of its own for a run: it is sent the run, and answers what the harness says of it, or why it could not.
process.once('message', (run: Run) => {
  scoreRun(run)
    .then((scored) => process.send?.({ scored }))
    .catch((error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }))
    .finally(() => process.disconnect());
});
