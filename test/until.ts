import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longest time between two looks [ms]; the first ones follow each other sooner. */
const LOOK_MS = 50;
/** What is waited for now. */
const awaited = new Set<() => string>();

/**
 * Waits until something is so.
 *
 * @param what that is, in words, for whoever reads that it did not come to be; as a function where they say how far it came
 */
export async function until(
  what: string | (() => string),
  holds: () => Promise<boolean> | boolean,
  waitMs = 60_000,
): Promise<void> {
  const end = performance.now() + waitMs;
  const words = () => (typeof what === 'string' ? what : what());
  awaited.add(words);
  try {
    for (let wait = 1; !(await holds()); wait = Math.min(2 * wait, LOOK_MS)) {
      if (performance.now() > end) assert.fail(`it did not come to be in ${waitMs} ms: ${words()}`);
      await sleep(wait);
    }
  } finally {
    awaited.delete(words);
  }
}

// A test that mocha gives up first would not say it. Trials wait without mocha.
if (typeof afterEach === 'function') {
  afterEach(function () {
    if (this.currentTest?.state !== 'failed') return;
    for (const words of awaited) process.stderr.write(`${this.currentTest.fullTitle()} waited until ${words()}\n`);
    awaited.clear();
  });
}
