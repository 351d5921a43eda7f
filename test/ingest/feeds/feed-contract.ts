import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Feed } from '../../../ingest/feeds/feed.ts';
import { LogIntake } from '../../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../../ingest/intake/station-directory.ts';
import type { Intake } from '../../../ingest/intake.ts';
import type { ItemResult, RawItem } from '../../../ingest/raw-item.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { MemoryLog } from '../memory-log.ts';

/** A feed under the contract. */
export interface FeedSubject {
  /** A new feed over the same source; given the clock that the run has. */
  readonly feed: () => Feed;
  /** Current time of a run, ms since the epoch; a clock of its own for each run where it moves. */
  readonly clock: () => () => number;
  /** Items the source has; null for a feed that never ends. */
  readonly items: number | null;
  /** Items after which a feed that never ends is stopped. */
  readonly enough?: number;
  /** Longest time between an abort and the end of `run`, ms; 500 where not given. */
  readonly stopsWithin?: number;
}

/** What a run submitted and what became of it. */
interface Run {
  readonly error: unknown;
  readonly items: RawItem[];
  readonly results: ItemResult[];
  readonly log: MemoryLog;
  readonly mostAtOnce: number;
  readonly batches: number;
}

interface Conditions {
  readonly controller?: AbortController;
  /** Called before each submit with its number, from 1; what it throws or waits for the intake does too. */
  readonly onSubmit?: (submit: number, controller: AbortController) => Promise<void> | void;
}

/**
 * The contract of every feed: each item gets a result and none is lost, order is kept for each station, a repetition
 * gives the same records, an abort stops it soon, a failing intake is retried or surfaces, and the intake is waited for.
 */
export function feedContract(name: string, make: () => Promise<FeedSubject>): void {
  describe(`feed contract: ${name}`, () => {
    let subject: FeedSubject;
    let whole: Run;
    before(async () => {
      subject = await make();
      whole = await runOf(subject, {});
      if (whole.error !== null) throw whole.error;
    });

    it('gives every item a result and loses none', () => {
      assert.ok(whole.items.length > 0, 'nothing was submitted');
      if (subject.items !== null) assert.equal(whole.items.length, subject.items);
      assert.equal(whole.results.length, whole.items.length);
      const { log } = whole;
      assert.equal(log.of('observations').length + log.of('dead-letters').length, whole.items.length);
      const accepted = whole.results.filter((result) => result.status === 'accepted');
      assert.equal(log.of('observations').length, accepted.length);
      assert.ok(accepted.length > 0, 'nothing was accepted');
    });

    it('keeps the order of each station', () => {
      const newest = new Map<string, number>();
      for (const { key, value } of whole.log.of('observations')) {
        const before = newest.get(key) ?? Number.NEGATIVE_INFINITY;
        assert.ok(value.time >= before, `${key}: ${value.time} after ${before}`);
        newest.set(key, value.time);
      }
    });

    it('gives items that can be read again from their bytes and place', () => {
      for (const item of whole.items) {
        assert.ok(item.body.length > 0);
        assert.match(item.mediaType, /^(application\/json|text\/csv)(;|$)/);
        assert.equal(item.context !== '', item.mediaType.startsWith('text/csv'));
        assert.ok(item.fields !== null || (item.unreadable ?? '') !== '', 'an unreadable item without a reason');
      }
    });

    it('is repeatable: the same records, the same dead letters', async () => {
      const again = await runOf(subject, {});
      assert.equal(again.error, null);
      assert.deepEqual(recordsOf(again, subject), recordsOf(whole, subject));
    });

    it('submits one batch at a time', async () => {
      const slow = await runOf(subject, { onSubmit: (submit) => (submit <= 5 ? turn() : undefined) });
      assert.equal(slow.mostAtOnce, 1);
    });

    it('submits nothing once it is aborted before it began', async () => {
      const controller = new AbortController();
      controller.abort();
      const run = await runOf(subject, { controller });
      assert.equal(run.batches, 0);
      assert.equal(run.error, null);
    });

    it('stops soon after an abort, and a repetition completes it', async () => {
      let aborted = Number.NaN;
      const run = await runOf(subject, {
        onSubmit: (_submit, controller) => {
          if (Number.isNaN(aborted)) aborted = performance.now();
          controller.abort();
        },
      });
      const took = performance.now() - aborted;
      assert.equal(run.error, null);
      assert.equal(run.batches, 1, 'submitted after the abort');
      assert.ok(took < (subject.stopsWithin ?? 500), `stopped after ${took} ms`);
      const completed = new Set([...recordsOf(run, subject), ...recordsOf(await runOf(subject, {}), subject)]);
      assert.deepEqual(completed, new Set(recordsOf(whole, subject)));
    });

    for (const code of ['store_unavailable', 'insufficient_storage'] as const) {
      it(`tries again when the intake says ${code} for a while, or says so where it ends; the end is the same`, async () => {
        const away = new HalcyonError(code, 'it passes');
        const once = await runOf(subject, {
          onSubmit: (submit) => {
            if (submit === 1) throw away;
          },
        });
        if (once.error === null) assert.deepEqual(recordsOf(once, subject), recordsOf(whole, subject));
        else {
          assert.equal(once.error, away);
          assert.notEqual(subject.items, null, 'nobody begins a feed again that never ends');
        }
      });
    }

    it('never swallows a failure that does not pass', async () => {
      const broken = new HalcyonError('store_unreadable', 'the store is damaged');
      const run = await runOf(subject, {
        onSubmit: (submit, controller) => {
          if (submit > 20) controller.abort();
          throw broken;
        },
      });
      assert.equal(run.results.length, 0);
      assert.equal(run.error, broken);
    });
  });
}

async function runOf(subject: FeedSubject, conditions: Conditions): Promise<Run> {
  const controller = conditions.controller ?? new AbortController();
  const now = subject.clock();
  const log = new MemoryLog();
  const inner = new LogIntake({ log, stations: new StationDirectory(), now, hindsightMs: 3_600_000 });
  const items: RawItem[] = [];
  const results: ItemResult[] = [];
  let submits = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  const intake: Intake = {
    async submit(network, source, given) {
      submits += 1;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      try {
        await conditions.onSubmit?.(submits, controller);
        const answered = await inner.submit(network, source, given);
        items.push(...given);
        results.push(...answered);
        if (subject.items === null && items.length >= (subject.enough ?? 1)) controller.abort();
        return answered;
      } finally {
        atOnce -= 1;
      }
    },
  };
  let error: unknown = null;
  try {
    await subject.feed().run({ intake, signal: controller.signal, now, logger: SILENT });
  } catch (thrown) {
    error = thrown;
  }
  return { error, items, results, log, mostAtOnce, batches: submits };
}

/** What a run left behind, apart from when it was received; of a feed that never ends the part every run has. */
function recordsOf(run: Run, subject: FeedSubject): string[] {
  const observations = run.log
    .values('observations')
    .map(({ received: _, ...observation }) => JSON.stringify(observation));
  const letters = run.log.values('dead-letters').map((letter) => `${letter.id} ${letter.reason}`);
  return subject.items === null ? observations.slice(0, subject.enough) : [...observations, ...letters];
}
