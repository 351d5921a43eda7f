import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { spatialNoteOf } from '../../../detectors/stages/watermark-note.ts';
import type { Batch, EventLog } from '../../../ingest/log/event-log.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Station } from '../../../schemas/station.ts';
import { gate } from '../../gate.ts';
import { until } from '../../until.ts';
import { record, records } from './numbered-records.ts';

/** Makes an empty log whose topic `stations` has the durable group `store`. */
export type LogFactory = () => Promise<EventLog>;

/** Running numbers in the order they came, and each batch. */
class Collector {
  readonly numbers: number[] = [];
  readonly batches: Batch<Station>[] = [];
  readonly take = async (batch: Batch<Station>): Promise<void> => {
    this.batches.push(batch);
    for (const { value } of batch.records) this.numbers.push(value.updated);
  };
}

function assertOrderedByKey(batches: readonly Batch<Station>[]): void {
  const last = new Map<string, number>();
  for (const batch of batches) {
    for (const { key, value } of batch.records) {
      assert.ok((last.get(key) ?? -1) < value.updated, `records of ${key} came out of order`);
      last.set(key, value.updated);
    }
  }
}

const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

const SERVERS_MS = 300_000;

/**
 * What every implementation of the event log has to do.
 *
 * @param missing why it cannot be tested here, with what would be needed; null where it can
 */
export function eventLogContract(name: string, create: LogFactory, missing: string | null = null): void {
  describe(`${name}: contract of the event log${missing === null ? '' : ` (${missing})`}`, () => {
    let log: EventLog;
    before(function () {
      // Servers may have to be fetched first.
      this.timeout(SERVERS_MS);
      if (missing !== null) this.skip();
    });
    beforeEach(async function () {
      this.timeout(SERVERS_MS);
      log = await create();
    });
    afterEach(() => log?.close());

    it('delivers every record once, those of a key in order, with value and headers', async () => {
      const seen = new Collector();
      await log.subscribe({ group: 'store', topic: 'stations' }, seen.take);
      const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
      await log.publish('stations', [{ ...record(0), headers }]);
      for (let n = 1; n < 501; n += 50) await log.publish('stations', records(n, n + 50));
      await until('501 records have come', () => seen.numbers.length >= 501);
      assert.deepEqual(sorted(seen.numbers), range(0, 501));
      assertOrderedByKey(seen.batches);
      const first = seen.batches.flatMap((batch) => batch.records).find(({ value }) => value.updated === 0);
      assert.deepEqual(first?.value, record(0).value);
      assert.deepEqual(first?.headers, headers);
    });

    it('gives offsets that rise inside a partition', async () => {
      const seen = new Collector();
      await log.subscribe({ group: 'store', topic: 'stations', maxRecords: 7 }, seen.take);
      await log.publish('stations', records(0, 100));
      await until('100 records have come', () => seen.numbers.length >= 100);
      const last = new Map<number, number>();
      for (const { partition, records: batch } of seen.batches) {
        for (const { offset } of batch) {
          assert.ok(offset > (last.get(partition) ?? -1));
          last.set(partition, offset);
        }
      }
    });

    it('shows all of a topic to each group', async () => {
      const store = new Collector();
      const stage = new Collector();
      await log.subscribe({ group: 'store', topic: 'stations' }, store.take);
      await log.subscribe({ group: 'stage', topic: 'stations' }, stage.take);
      await log.publish('stations', records(0, 200));
      await until('each group has 200 records', () => store.numbers.length >= 200 && stage.numbers.length >= 200);
      assert.deepEqual(sorted(store.numbers), range(0, 200));
      assert.deepEqual(sorted(stage.numbers), range(0, 200));
    });

    it('shares a topic among the members of a group: no record twice, a key with one member', async () => {
      const members = [new Collector(), new Collector(), new Collector()];
      for (const member of members) await log.subscribe({ group: 'store', topic: 'stations' }, member.take);
      for (let n = 0; n < 300; n += 30) await log.publish('stations', records(n, n + 30));
      await until('300 records have come', () => members.reduce((sum, { numbers }) => sum + numbers.length, 0) >= 300);
      assert.deepEqual(sorted(members.flatMap((member) => member.numbers)), range(0, 300));
      const owner = new Map<string, Collector>();
      for (const member of members) {
        for (const { key } of member.batches.flatMap((batch) => batch.records)) {
          assert.equal(owner.get(key) ?? member, member, `records of ${key} went to two members`);
          owner.set(key, member);
        }
      }
    });

    it('hands over batches no larger than asked', async () => {
      const seen = new Collector();
      await log.subscribe({ group: 'store', topic: 'stations', maxRecords: 10 }, seen.take);
      await log.publish('stations', records(0, 95));
      await until('95 records have come', () => seen.numbers.length >= 95);
      assert.ok(seen.batches.every((batch) => batch.records.length > 0 && batch.records.length <= 10));
    });

    it('delivers the same records again when the handler rejects, and loses none', async () => {
      const seen = new Collector();
      const tried: number[][] = [];
      let rejecting: number | undefined;
      await log.subscribe({ group: 'store', topic: 'stations', maxRecords: 20 }, async (batch) => {
        rejecting ??= batch.partition;
        if (batch.partition === rejecting) tried.push(batch.records.map(({ value }) => value.updated));
        if (batch.partition === rejecting && tried.length <= 3) throw new Error('the store is away');
        await seen.take(batch);
      });
      await log.publish('stations', records(0, 60));
      await until('60 records have come', () => new Set(seen.numbers).size >= 60);
      for (let again = 1; again <= 3; again++) assert.deepEqual(tried[again].slice(0, tried[0].length), tried[0]);
      assert.deepEqual(sorted([...new Set(seen.numbers)]), range(0, 60));
      assertOrderedByKey(seen.batches);
    });

    it("gives what a stopped member did not commit to the group's next subscriber, and nothing else", async () => {
      const first = new Collector();
      let failed = 0;
      const subscription = await log.subscribe({ group: 'store', topic: 'stations', maxRecords: 10 }, async (batch) => {
        if (batch.records.some(({ value }) => value.updated >= 50)) {
          failed++;
          throw new Error('the store is away');
        }
        await first.take(batch);
      });
      await log.publish('stations', records(0, 50));
      await until('50 records have come', () => first.numbers.length >= 50);
      await log.publish('stations', records(50, 60));
      await until('a batch has failed', () => failed > 0);
      await subscription.stop();
      const second = new Collector();
      await log.subscribe({ group: 'store', topic: 'stations' }, second.take);
      await until('10 records have come', () => second.numbers.length >= 10);
      assert.deepEqual(sorted(second.numbers), range(50, 60));
    });

    it('lets the batch at hand end before a stop resolves', async () => {
      let begun = false;
      let done = false;
      const { passed: ending, open: end } = gate();
      const subscription = await log.subscribe({ group: 'store', topic: 'stations' }, async () => {
        begun = true;
        await ending;
        done = true;
      });
      await log.publish('stations', records(0, 3));
      await until('a batch is at hand', () => begun);
      const doneAtStop = subscription.stop().then(() => done);
      // What the log is asked later it answers meanwhile.
      await log.ends('stations');
      await turn();
      end();
      assert.equal(await doneAtStop, true);
    });

    it('delivers what a handler left once that is ready, in order and after nothing else of its partition', async () => {
      const seen = new Collector();
      const { passed: ready, open } = gate();
      const leaving = new Set<number>();
      const other = new Collector();
      await log.subscribe({ group: 'other', topic: 'stations' }, other.take);
      await log.subscribe({ group: 'store', topic: 'stations' }, async (batch) => {
        if (leaving.has(batch.partition)) {
          await seen.take(batch);
          return {};
        }
        leaving.add(batch.partition);
        await seen.take({ ...batch, records: batch.records.slice(0, 1) });
        return { left: { from: batch.records[0].offset + 1, ready } };
      });
      const published = [log.publish('stations', records(0, 40))];
      await until('something is left', () => seen.numbers.length === leaving.size && leaving.size > 0);
      published.push(log.publish('stations', records(40, 60)));
      await until('another group is given more', () => other.numbers.length >= 16);
      await log.ends('stations');
      assert.ok(seen.numbers.length <= leaving.size + 1, 'more was delivered before it was ready');
      open();
      await Promise.all(published);
      await until('60 records have come', () => seen.numbers.length >= 60);
      assert.deepEqual(sorted(seen.numbers), range(0, 60));
      assertOrderedByKey(seen.batches);
    });

    it('gives a successor what was delivered and not done, with what was noted, and nothing of it to the same member again', async () => {
      const first = new Collector();
      const undone = new Map<number, number[]>();
      const subscription = await log.subscribe({ group: 'store', topic: 'stations', maxRecords: 5 }, async (batch) => {
        await first.take(batch);
        const numbers = [...(undone.get(batch.partition) ?? []), ...batch.records.map(({ value }) => value.updated)];
        undone.set(batch.partition, numbers.slice(2));
        const behind = numbers.length - 2;
        const next = (batch.records.at(-1)?.offset ?? 0) + 1;
        return { done: next - behind, note: `after ${numbers[1]}` };
      });
      await log.publish('stations', records(0, 60));
      await until('60 records have come', () => first.numbers.length >= 60);
      // One of each key: none of what came before is given again ahead of them.
      await log.publish('stations', records(60, 67));
      await until('67 records have come', () => first.numbers.length >= 67);
      assert.deepEqual(sorted(first.numbers), range(0, 67));
      await subscription.stop();
      const noted = await log.notes('store', 'stations');
      for (const partition of undone.keys()) assert.match(noted[partition] ?? '', /^after \d+$/);
      assert.deepEqual([...new Set(await log.notes('nobody', 'stations'))], ['']);
      const second = new Collector();
      const notes = new Map<number, string>();
      await log.subscribe(
        {
          group: 'store',
          topic: 'stations',
          onAssigned: async ({ partition, note }) => {
            notes.set(partition, note);
          },
        },
        second.take,
      );
      const expected = sorted([...undone.values()].flat());
      await until('what was not done has come again', () => second.numbers.length >= expected.length);
      assert.deepEqual(sorted(second.numbers), expected);
      for (const partition of undone.keys()) assert.match(notes.get(partition) ?? '', /^after \d+$/);
    });

    it('commits between two batches for who holds a partition, and for nobody else', async () => {
      const seen = new Collector();
      const subscription = await log.subscribe({ group: 'store', topic: 'stations', maxRecords: 5 }, async (batch) => {
        await seen.take(batch);
        return { done: 0, note: 'nothing' };
      });
      await log.publish('stations', records(0, 12));
      await until('12 records have come', () => seen.numbers.length >= 12);
      const ends = await log.ends('stations');
      for (const [partition, done] of ends.entries()) {
        await log.commit('store', 'stations', partition, { done, note: 'everything' });
        await log.commit('nobody', 'stations', partition, { done, note: 'nobody' });
      }
      const held = [...ends.keys()].filter((partition) => (ends[partition] ?? 0) > 0);
      const noted = await log.notes('store', 'stations');
      for (const partition of held) assert.equal(noted[partition], 'everything');
      assert.equal((await log.notes('nobody', 'stations')).join(''), '');
      const done = await log.done('store', 'stations');
      for (const partition of held) assert.equal(done[partition], ends[partition]);
      await subscription.stop();
      const successor = new Collector();
      await log.subscribe({ group: 'store', topic: 'stations' }, successor.take);
      await log.publish('stations', records(12, 17));
      await until('5 records have come', () => successor.numbers.length >= 5);
      assert.deepEqual(sorted(successor.numbers), range(12, 17));
    });

    it('takes notes as long as a group of a thousand partitions needs', async () => {
      const note = spatialNoteOf(
        new Map(Array.from({ length: 200 }, (_, k) => [`network-${k}`, 2_859_000 + k])),
        Array.from({ length: 1_000 }, (_, partition) => 1_000_000_007 * (partition % 7)),
      );
      assert.ok(note.length > 3_900, `${note.length} characters`);
      const seen = new Collector();
      await log.subscribe({ group: 'store', topic: 'stations' }, async (batch) => {
        await seen.take(batch);
        return { note };
      });
      await log.publish('stations', records(0, 1));
      await until('1 records have come', () => seen.numbers.length >= 1);
      await until('the note is taken', async () => (await log.notes('store', 'stations')).join('') === note);
    });

    it('asks a subscriber where to begin before it delivers, and begins there', async () => {
      const first = new Collector();
      const subscription = await log.subscribe({ group: 'store', topic: 'stations' }, first.take);
      await log.publish('stations', records(0, 30));
      await until('30 records have come', () => first.numbers.length >= 30);
      await subscription.stop();
      const second = new Collector();
      const begun: (number | null)[] = [];
      await log.subscribe(
        {
          group: 'store',
          topic: 'stations',
          onAssigned: async ({ done }) => {
            await turn();
            begun.push(done);
            return done ?? undefined;
          },
        },
        (batch) => {
          assert.ok(begun.length > 0, 'delivered before it was ready');
          return second.take(batch);
        },
      );
      await log.publish('stations', records(30, 60));
      await until('30 records have come', () => second.numbers.length >= 30);
      assert.deepEqual(sorted(second.numbers), range(30, 60));
    });

    it('says how much a partition holds beyond a batch', async () => {
      let last = -1;
      let seen = 0;
      await log.publish('stations', []);
      await log.subscribe({ group: 'store', topic: 'stations', maxRecords: 10 }, async ({ records: taken, behind }) => {
        seen += taken.length;
        last = behind;
      });
      await log.publish('stations', records(0, 57));
      await until('57 records have come', () => seen >= 57);
      assert.equal(last, 0);
    });

    it('says where a topic ends and how far a group has come', async () => {
      const seen = new Collector();
      const sum = (offsets: readonly (number | null)[]) => offsets.reduce((total: number, at) => total + (at ?? 0), 0);
      assert.equal(sum(await log.ends('stations')), 0);
      await log.subscribe({ group: 'store', topic: 'stations' }, seen.take);
      await log.publish('stations', records(0, 25));
      await until('25 records have come', () => seen.numbers.length >= 25);
      assert.equal(sum(await log.ends('stations')), 25);
      assert.ok((await log.beginnings('stations')).every((offset) => offset >= 0 && offset <= 25));
      await until('the group has come to the end', async () => sum(await log.done('store', 'stations')) >= 25);
      assert.equal((await log.done('store', 'stations')).length, (await log.ends('stations')).length);
      assert.equal(sum([...log.positions('store', 'stations').values()]), 25);
      assert.equal(log.positions('nobody', 'stations').size, 0);
    });

    it('shows followers all of a topic and commits nothing for them', async () => {
      const [one, other] = [new Collector(), new Collector()];
      await log.subscribe({ group: 'store', topic: 'stations' }, async () => {});
      await log.subscribe({ group: 'follower', topic: 'stations', read: 'all' }, one.take);
      await log.subscribe({ group: 'follower', topic: 'stations', read: 'all' }, other.take);
      await log.publish('stations', records(0, 40));
      await until('both followers have 40 records', () => one.numbers.length >= 40 && other.numbers.length >= 40);
      assert.deepEqual(sorted(one.numbers), range(0, 40));
      assert.deepEqual(sorted(other.numbers), range(0, 40));
    });

    it('shows followers the partitions that they ask for, and nothing of the others', async () => {
      const count = (await log.ends('stations')).length;
      const all = new Collector();
      const parts = Array.from({ length: count + 1 }, () => new Collector());
      await log.subscribe({ group: 'store', topic: 'stations' }, async () => {});
      await log.subscribe({ group: 'follower', topic: 'stations', read: 'all' }, all.take);
      for (const [partition, part] of parts.entries()) {
        const partitions = new Set([partition]);
        await log.subscribe({ group: 'follower', topic: 'stations', read: 'all', partitions }, part.take);
      }
      await log.publish('stations', records(0, 40));
      const numbers = () => parts.flatMap((part) => part.numbers);
      await until('each follower has what it asked for', () => numbers().length >= 40 && all.numbers.length >= 40);
      assert.deepEqual(sorted(numbers()), range(0, 40));
      for (const [partition, { batches }] of parts.entries()) {
        assert.deepEqual([...new Set(batches.map((batch) => batch.partition))], partition < count ? [partition] : []);
      }
    });

    it('is flushed once everything published before is safe', async () => {
      await log.subscribe({ group: 'store', topic: 'stations', lingerMs: 5 }, async () => {
        await turn();
      });
      await log.flushed('stations');
      await log.publish('stations', records(0, 100));
      await log.flushed('stations');
      await log.publish('stations', []);
      await log.flushed('judgements');
    });

    it('refuses with `interrupted` what is published after it was closed', async () => {
      await log.publish('stations', records(0, 1));
      await log.close();
      await assert.rejects(
        log.publish('stations', records(1, 2)),
        (error) => error instanceof HalcyonError && error.code === 'interrupted',
      );
      await assert.rejects(
        log.subscribe({ group: 'late', topic: 'stations' }, async () => {}),
        (error) => error instanceof HalcyonError && error.code === 'interrupted',
      );
    });
  });
}
