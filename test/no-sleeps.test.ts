import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { packageFile } from '../schemas/package-root.ts';

/** What waits for time to pass, and why it has to. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'until.ts': 'looks again after a while, and says what for',
  'side-by-side.ts': 'ends a process that does not end by itself',
  'services/cli/processes/frame-command.ts': 'works for as long as nobody interrupts it',
  'services/datasets/queries/answer-probe.ts': 'is a client that asks at a pace',
  'services/datasets/queries/unchecked-process.ts': 'holds statements to a limit that might run for ever',
  'structure/observation-path.ts': 'counts what is called while nothing happens for a while',
  'services/telemetry/start-telemetry.test.ts':
    'has a process that lives for several exports to a collector that is away',
};
/** A call of it, or its import. */
const SLEEP = /\bsetTimeout(\(| as | \})/;
/** What is tried out against servers and clocks as they are, and is no part of `npm test`. */
const TRIALS = /^(trials|resilience)\/(?!.*\.test\.ts$)/;

describe('tests', () => {
  const files = readdirSync(packageFile('test'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && name !== 'no-sleeps.test.ts' && !TRIALS.test(name),
  );
  const sleeping = files.filter((name) => SLEEP.test(readFileSync(packageFile('test', name), 'utf8')));

  it('wait until something is so (test/until.ts), never for time to pass', () => {
    assert.deepEqual(
      sleeping.filter((name) => !(name in EXCEPTIONS)),
      [],
    );
  });

  it('that are an exception are one still', () => {
    assert.deepEqual(
      Object.keys(EXCEPTIONS).filter((name) => !sleeping.includes(name)),
      [],
    );
  });
});
