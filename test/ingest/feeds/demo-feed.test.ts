import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { type DemoFeedOptions, demoFeed, historySlots } from '../../../ingest/feeds/demo/demo-feed.ts';
import { demoNetwork } from '../../../ingest/feeds/demo/demo-network.ts';
import type { Intake } from '../../../ingest/intake.ts';
import type { ItemResult, RawItem } from '../../../ingest/raw-item.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { linesTo, SILENT } from '../../../schemas/logger.ts';
import { SLOT_MS, slotOf, timeOfSlot } from '../../../schemas/time.ts';

const NOW = Date.parse('2026-07-10T09:04:30Z');
const MINUTE = 60_000;

/** One item as it was submitted: when, and what it says. */
interface Sent {
  readonly clock: number;
  readonly station: string;
  readonly time: number;
  readonly item: RawItem;
}

/** A clock that only moves when the feed sleeps, and an intake that writes down what it gets. */
class Bench implements Intake {
  clock = NOW;
  readonly sent: Sent[] = [];
  readonly batches: number[] = [];
  readonly lines: string[] = [];
  readonly #stop = new AbortController();
  /** Errors that the next submissions end with. */
  readonly failures: Error[] = [];

  async submit(network: string, source: string, items: readonly RawItem[]): Promise<readonly ItemResult[]> {
    assert.equal(network, 'demo');
    assert.equal(source, 'demo');
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    this.batches.push(items.length);
    return items.map((item) => {
      const station = String(item.fields?.['station_id']);
      const time = Date.parse(String(item.fields?.['time']));
      this.sent.push({ clock: this.clock, station, time, item });
      return { status: 'accepted', network, station, time };
    });
  }

  /** Runs the feed until the clock has moved on by `ms`. */
  async run(ms: number, options: Partial<DemoFeedOptions> = {}): Promise<void> {
    const end = this.clock + ms;
    const sleep = async (time: number) => {
      this.clock = Math.min(end, this.clock + time);
      if (this.clock >= end) this.#stop.abort();
    };
    await demoFeed({ stations: 60, seed: 1, sleep, ...options }).run({
      intake: this,
      signal: this.#stop.signal,
      now: () => this.clock,
      logger: linesTo((line) => this.lines.push(line)),
    });
  }
}

describe('demonstration feed', () => {
  const newest = Math.floor(NOW / SLOT_MS);

  it('loads a week in the order of slots, each station with its position first, every report once', async () => {
    const bench = new Bench();
    const began = process.cpuUsage();
    await bench.run(1);
    const { user, system } = process.cpuUsage(began);
    const network = demoNetwork({ stations: 60, seed: 1 });
    const first = newest - 1007;
    assert.equal(bench.sent[0].time, timeOfSlot(first));
    let expected = 0;
    for (let slot = first; slot <= newest - 36; slot++) {
      for (let i = 0; i < 60; i++) if (network.observe(i, slot) !== null) expected += 1;
    }
    const history = bench.sent.filter(({ time }) => slotOf(time) <= newest - 36);
    assert.equal(history.length, expected);
    assert.equal(new Set(bench.sent.map(({ station, time }) => `${station} ${time}`)).size, bench.sent.length);
    for (let i = 1; i < bench.sent.length; i++) assert.ok(bench.sent[i].time >= bench.sent[i - 1].time);
    const met = new Set<string>();
    for (const { station, item } of bench.sent) {
      assert.equal(item.fields?.['latitude'] !== undefined, !met.has(station));
      met.add(station);
    }
    assert.equal(met.size, 60);
    assert.ok(user + system < 3e6, `${(user + system) / 1e6} CPU seconds for a week`);
  });

  it('sends items as the push interface has them', async () => {
    const bench = new Bench();
    await bench.run(1, { resumeFrom: async () => timeOfSlot(newest) });
    const network = demoNetwork({ stations: 60, seed: 1 });
    const { item, time } = bench.sent[0];
    assert.equal(item.mediaType, 'application/json');
    assert.deepEqual(JSON.parse(Buffer.from(item.body).toString()), item.fields);
    const index = Number(String(item.fields?.['station_id']).slice(5)) - 1;
    const { name, latitude, longitude, elevation } = network.station(index);
    assert.deepEqual(item.fields, {
      station_id: network.id(index),
      time: new Date(time).toISOString().replace('.000', ''),
      ...network.observe(index, slotOf(time)),
      latitude,
      longitude,
      elevation,
      station_name: name,
      pressure_level: 'sea_level',
    });
  });

  it('plays the last six hours at a slot a second', async () => {
    const bench = new Bench();
    await bench.run(20_500);
    const playFrom = newest - 35;
    for (const { clock, time } of bench.sent) {
      const slot = slotOf(time);
      if (slot < playFrom) assert.equal(clock, NOW);
      else assert.ok(clock - NOW >= (slot - playFrom) * 1000 && clock - NOW < (slot - playFrom) * 1000 + 400);
    }
    assert.equal(slotOf(bench.sent[bench.sent.length - 1].time), playFrom + 20);
  });

  it('then keeps real pace: spread over the ten minutes, never ahead of the clock, each slot whole', async () => {
    const bench = new Bench();
    await bench.run(65 * MINUTE);
    for (const { clock, time } of bench.sent) assert.ok(time <= clock, 'ahead of the clock');
    const network = demoNetwork({ stations: 60, seed: 1 });
    for (let slot = newest + 1; slot <= newest + 5; slot++) {
      const reports = bench.sent.filter(({ time }) => slotOf(time) === slot);
      const expected = Array.from({ length: 60 }, (_, i) => network.observe(i, slot)).filter(
        (values) => values !== null,
      );
      assert.equal(reports.length, expected.length);
      const delays = reports.map(({ clock, time }) => clock - time);
      assert.ok(Math.min(...delays) < 2 * MINUTE && Math.max(...delays) > 8 * MINUTE);
      assert.ok(Math.max(...delays) <= 10 * MINUTE + 1_000);
      for (let minute = 0; minute < 10; minute += 2) {
        const inside = delays.filter((delay) => delay >= minute * MINUTE && delay < (minute + 2) * MINUTE);
        assert.ok(inside.length >= 3, `${inside.length} reports from minute ${minute} on`);
      }
    }
  });

  it('continues from what is stored: that slot whole, the gap at full speed, nothing before', async () => {
    const bench = new Bench();
    const stored = newest - 200;
    await bench.run(1, { resumeFrom: async () => timeOfSlot(stored) });
    assert.equal(slotOf(bench.sent[0].time), stored);
    assert.ok(bench.sent.every(({ time, clock }) => slotOf(time) >= stored && clock === NOW));
    assert.ok(bench.sent.some(({ time }) => slotOf(time) === newest));
    assert.match(bench.lines[0], /continuing from/);
  });

  it('sends the same after a restart as it would have sent without', async () => {
    const resumeFrom = async () => timeOfSlot(newest - 40);
    const whole = new Bench();
    await whole.run(30 * MINUTE, { resumeFrom });
    const first = new Bench();
    await first.run(15 * MINUTE, { resumeFrom });
    const second = new Bench();
    second.clock = first.clock;
    const last = Math.max(...first.sent.map(({ time }) => time));
    await second.run(15 * MINUTE, { resumeFrom: async () => last });
    const values = (sent: readonly Sent[]) =>
      new Map(sent.map(({ station, time, item }) => [`${station} ${time}`, item.fields?.['temp_out']]));
    assert.deepEqual([...values([...first.sent, ...second.sent])].sort(), [...values(whole.sent)].sort());
  });

  it('fills at most a week, and stands still where the store is ahead of the clock', async () => {
    const old = new Bench();
    await old.run(1, { resumeFrom: async () => NOW - 365 * 86_400_000 });
    assert.equal(slotOf(old.sent[0].time), newest - 1007);
    const ahead = new Bench();
    await ahead.run(1, { resumeFrom: async () => NOW + 86_400_000 });
    assert.ok(ahead.sent.every(({ time }) => slotOf(time) === newest));
  });

  it('sends again what the intake could not take, and gives up on what cannot be retried', async () => {
    const bench = new Bench();
    const away = () => new HalcyonError('store_unavailable', 'the store does not answer');
    bench.failures.push(away(), away());
    await bench.run(5_000);
    assert.equal(bench.sent[0].time, timeOfSlot(newest - 1007));
    assert.equal(bench.lines.filter((line) => /the store does not answer/.test(line)).length, 1);
    const broken = new Bench();
    broken.failures.push(new HalcyonError('internal', 'a bug'));
    await assert.rejects(broken.run(5_000), /a bug/);
  });

  it('says once when its observations are refused', async () => {
    const bench = new Bench();
    const refused: ItemResult = { status: 'dead_letter', id: 'x', reason: 'time_ahead', detail: 'time is ahead' };
    bench.submit = async (_network, _source, items) => items.map(() => refused);
    await bench.run(3_000);
    assert.equal(bench.lines.filter((line) => /time is ahead/.test(line)).length, 1);
  });

  it('ends soon when the system stops, with the clock of the machine', async () => {
    const stop = new AbortController();
    const bench = new Bench();
    const running = demoFeed({ stations: 3, seed: 1, resumeFrom: async () => Date.now() }).run({
      intake: bench,
      signal: stop.signal,
      now: Date.now,
      logger: SILENT,
    });
    await turn();
    stop.abort();
    const began = performance.now();
    await running;
    assert.ok(performance.now() - began < 1_000);
  });

  it('keeps batches small enough for a large network, whose history is shorter', async () => {
    assert.equal(historySlots(60), 1_008);
    assert.equal(historySlots(100_000), 200);
    assert.equal(historySlots(1_000_000), 72);
    const bench = new Bench();
    await bench.run(1, { stations: 20_000, resumeFrom: async () => timeOfSlot(newest - 3) });
    assert.ok(bench.sent.length > 60_000);
    assert.ok(Math.max(...bench.batches) <= 5_000);
  });
});
