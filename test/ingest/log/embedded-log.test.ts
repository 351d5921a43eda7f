import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { EmbeddedLog, type Rejection } from '../../../ingest/log/embedded-log.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { gate } from '../../gate.ts';
import { until } from '../../until.ts';
import { eventLogContract } from './event-log-contract.ts';
import { record, records } from './numbered-records.ts';

const durableGroups = { stations: 'store' };
const backoff = { firstMs: 2, mostMs: 20 };
const interrupted = (error: unknown) => error instanceof HalcyonError && error.code === 'interrupted';

/** Turns of the event loop in which all runs that the log has on its way. */
const TURNS = 20;

async function turns<T>(value: T): Promise<T> {
  for (let count = 0; count < TURNS; count++) await turn();
  return value;
}

/** True where a promise is still open after all that was due has run. */
async function pending(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  return (await Promise.race([promise, turns(open)])) === open;
}

eventLogContract('embedded log', async () => new EmbeddedLog({ durableGroups, backoff }));
eventLogContract('embedded log of 16 records', async () => new EmbeddedLog({ durableGroups, backoff, capacity: 16 }));

describe('embedded log', () => {
  it('drops at once what nobody subscribes to', async () => {
    const log = new EmbeddedLog({ capacity: 10 });
    await log.publish('stations', records(0, 1000));
    assert.equal(log.held('stations'), 0);
    await log.close();
  });

  it('makes publishers wait in the order they came, and takes more than it can hold in pieces', async () => {
    const log = new EmbeddedLog({ capacity: 10, durableGroups });
    const done: string[] = [];
    await log.publish('stations', records(0, 8));
    const large = log.publish('stations', records(8, 40)).then(() => done.push('large'));
    const small = log.publish('stations', records(40, 41)).then(() => done.push('small'));
    assert.equal(await pending(large), true);
    assert.equal(log.held('stations'), 10);
    const seen: number[] = [];
    await log.subscribe({ group: 'store', topic: 'stations', maxRecords: 4 }, async (batch) => {
      assert.ok(log.held('stations') <= 10);
      seen.push(...batch.records.map(({ value }) => value.updated));
    });
    await Promise.all([large, small]);
    await log.flushed('stations');
    assert.deepEqual(done, ['large', 'small']);
    assert.deepEqual(
      seen,
      Array.from({ length: 41 }, (_, i) => i),
    );
    assert.equal(log.held('stations'), 0);
    await log.close();
  });

  it('holds a record until the slowest group has committed it', async () => {
    const log = new EmbeddedLog({ capacity: 100 });
    const { passed, open } = gate();
    let quick = 0;
    await log.subscribe({ group: 'quick', topic: 'stations' }, async (batch) => {
      quick += batch.records.length;
    });
    await log.subscribe({ group: 'slow', topic: 'stations' }, () => passed);
    await log.publish('stations', records(0, 100));
    await until('the quick group has all', () => quick === 100);
    assert.equal(log.held('stations'), 100);
    assert.equal(await pending(log.publish('stations', records(100, 101))), true);
    open();
    await until('nothing is held', () => log.held('stations') === 0);
    assert.equal(quick, 101);
    await log.close();
  });

  it('keeps what the durable group needs until it subscribes, and is flushed only then', async () => {
    const log = new EmbeddedLog({ durableGroups });
    await log.publish('stations', records(0, 5));
    const flushed = log.flushed('stations');
    assert.equal(await pending(flushed), true);
    const later = log.publish('stations', records(5, 6));
    const seen: number[] = [];
    await log.subscribe({ group: 'other', topic: 'stations' }, async () => {});
    assert.equal(await pending(flushed), true);
    await log.subscribe({ group: 'store', topic: 'stations' }, async (batch) => {
      seen.push(...batch.records.map(({ value }) => value.updated));
    });
    await flushed;
    await later;
    assert.deepEqual(seen.slice(0, 5), [0, 1, 2, 3, 4]);
    await log.close();
  });

  it('is flushed for a reader on whom the publishers wait that find no room', async () => {
    const log = new EmbeddedLog({ capacity: 2, durableGroups });
    let stored = 0;
    let read = 0;
    await log.subscribe({ group: 'store', topic: 'stations' }, async (batch) => {
      stored += batch.records.length;
    });
    await log.subscribe({ group: 'reader', topic: 'stations' }, async (batch) => {
      await log.flushed('stations');
      read += batch.records.length;
      assert.ok(stored >= read);
    });
    await log.publish('stations', records(0, 5));
    await until('all is read', () => read === 5);
    await log.close();
  });

  it('is not flushed by a batch that was rejected', async () => {
    const rejections: Rejection[] = [];
    const log = new EmbeddedLog({ durableGroups, backoff, onRejection: (rejection) => rejections.push(rejection) });
    let away = true;
    await log.subscribe({ group: 'store', topic: 'stations' }, async () => {
      if (away) throw new Error('the store is away');
    });
    await log.publish('stations', records(0, 5));
    const flushed = log.flushed('stations');
    await until('it was rejected three times', () => rejections.length >= 3);
    assert.equal(await pending(flushed), true);
    away = false;
    await flushed;
    assert.deepEqual(
      rejections.slice(0, 3).map(({ topic, group, attempt }) => `${topic} ${group} ${attempt}`),
      ['stations store 1', 'stations store 2', 'stations store 3'],
    );
    await log.close();
  });

  it('backs off twice as long each time, up to its limit', async () => {
    const log = new EmbeddedLog({ backoff: { firstMs: 10, mostMs: 40 } });
    const times: number[] = [];
    await log.subscribe({ group: 'g', topic: 'stations' }, async () => {
      times.push(performance.now());
      if (times.length < 6) throw new Error('no');
    });
    await log.publish('stations', records(0, 1));
    await until('it was tried six times', () => times.length === 6);
    const least = [10, 20, 40, 40, 40];
    for (const [i, ms] of least.entries()) assert.ok(times[i + 1] - times[i] >= ms - 2, `wait ${i} was too short`);
    await log.close();
  });

  it('gathers records for as long as it may linger, and no longer than a full batch takes', async () => {
    const log = new EmbeddedLog();
    const sizes: number[] = [];
    await log.subscribe({ group: 'g', topic: 'stations', lingerMs: 300, maxRecords: 10 }, async (batch) => {
      sizes.push(batch.records.length);
    });
    await log.publish('stations', records(0, 1));
    await turns(null);
    await log.publish('stations', records(1, 3));
    await until('a batch has come', () => sizes.length > 0);
    assert.deepEqual(sizes, [3]);
    const start = performance.now();
    await log.publish('stations', records(3, 13));
    await until('a second batch has come', () => sizes.length === 2);
    assert.ok(performance.now() - start < 200, 'a full batch waited');
    await log.close();
  });

  it('does not let a batch linger that cannot become full', async () => {
    const log = new EmbeddedLog({ capacity: 4 });
    let seen = 0;
    await log.subscribe({ group: 'g', topic: 'stations', lingerMs: 10_000, maxRecords: 100 }, async (batch) => {
      seen += batch.records.length;
    });
    await log.publish('stations', records(0, 40));
    await until('all has come', () => seen === 40, 2_000);
    await log.close();
  });

  it('hands a topic to the next member when the first stops', async () => {
    const log = new EmbeddedLog({ durableGroups });
    const seen: string[] = [];
    const first = await log.subscribe({ group: 'store', topic: 'stations' }, async (batch) => {
      seen.push(...batch.records.map(() => 'first'));
    });
    await log.subscribe({ group: 'store', topic: 'stations' }, async (batch) => {
      seen.push(...batch.records.map(() => 'second'));
    });
    await log.publish('stations', [record(0)]);
    await log.flushed('stations');
    await first.stop();
    await log.publish('stations', [record(1)]);
    await log.flushed('stations');
    assert.deepEqual(seen, ['first', 'second']);
    await log.close();
  });

  it('rejects publishers and flushes that wait when it is closed, and lets handlers end', async () => {
    const log = new EmbeddedLog({ capacity: 2, durableGroups });
    let ended = false;
    const { passed: ending, open: end } = gate();
    await log.subscribe({ group: 'store', topic: 'stations' }, async () => {
      await ending;
      ended = true;
    });
    const publishing = log.publish('stations', records(0, 9));
    const flushed = log.flushed('stations');
    const both = Promise.all([assert.rejects(publishing, interrupted), assert.rejects(flushed, interrupted)]);
    await turns(null);
    const endedAtClose = log.close().then(() => ended);
    await both;
    await turns(null);
    end();
    assert.equal(await endedAtClose, true);
    await log.close();
  });

  it('lets timers run while it delivers without pause', async () => {
    const log = new EmbeddedLog();
    let delivered = 0;
    await log.subscribe({ group: 'g', topic: 'stations' }, async (batch) => {
      delivered += batch.records.length;
      if (delivered < 5_000_000) await log.publish('stations', batch.records);
    });
    await log.publish('stations', records(0, 1000));
    const start = performance.now();
    await once(AbortSignal.timeout(1), 'abort');
    assert.ok(performance.now() - start < 500);
    await log.close();
  });

  it('refuses a capacity that is none', () => {
    assert.throws(() => new EmbeddedLog({ capacity: 0 }), RangeError);
    assert.throws(() => new EmbeddedLog({ capacity: 1.5 }), RangeError);
  });

  it('carries hundreds of thousands of records a second', async () => {
    const log = new EmbeddedLog({ durableGroups });
    let seen = 0;
    await log.subscribe({ group: 'store', topic: 'stations' }, async (batch) => {
      seen += batch.records.length;
    });
    const batch = records(0, 1000);
    const start = performance.now();
    for (let i = 0; i < 500; i++) await log.publish('stations', batch);
    await log.flushed('stations');
    const perSecond = seen / ((performance.now() - start) / 1000);
    assert.equal(seen, 500_000);
    // A tenth of what a quiet machine does.
    assert.ok(perSecond > 100_000, `${Math.round(perSecond)} records a second`);
  });
});
