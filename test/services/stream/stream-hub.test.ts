import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Patience } from '../../../services/stream/event-stream.ts';
import type { StreamFilter } from '../../../services/stream/stream-event.ts';
import { type LogLanes, StreamHub } from '../../../services/stream/stream-hub.ts';
import { until } from '../../until.ts';
import { type Heard, HeardEvent, hear, numbered } from './heard.ts';

/** A hub over lanes that a test publishes to by hand. */
class PlayedLog {
  readonly hub: StreamHub;
  lanes!: LogLanes;
  ends: number[];
  /** Told as positions of stations for boxes. */
  readonly places = new Map<string, { latitude: number; longitude: number }>();

  constructor(
    options: {
      ringEvents?: number;
      mostSubscribers?: number;
      patience?: Patience;
      from?: number[];
      token?: string;
    } = {},
  ) {
    const { from = [0], token = 'log' } = options;
    this.ends = from;
    this.hub = new StreamHub({
      mostSubscribers: 2_000,
      ...options,
      now: Date.now,
      placeOf: (_network, station) => this.places.get(station),
      feed: {
        start: async (lanes) => {
          this.lanes = lanes;
          lanes.open(
            token,
            from.map(() => ({ types: ['observations', 'anomalies'] as const })),
            from,
          );
        },
        ends: async () => this.ends,
      },
    });
  }

  async open(lastId?: string, filter: Partial<StreamFilter> = {}, expires: number | null = null) {
    const hears = { types: ['observations', 'anomalies'] as const, ...filter };
    return this.hub.open({ filter: hears, lastId, expires, who: null, cut: () => undefined });
  }

  /** Tells numbers of a lane, in order. */
  tell(from: number, to: number, lane = 0): void {
    for (let number = from; number < to; number++) {
      this.lanes.publish(lane, number, numbered(lane * 1000 + number));
      this.ends[lane] = number + 1;
    }
  }
}

/** Waits until so many events have come. */
function came(heard: Heard, count: number): Promise<void> {
  return until(`${count} events have come`, () => heard.events.length >= count);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, k) => from + k);
}

describe('the stream hub', () => {
  const played: PlayedLog[] = [];
  const play = (options?: ConstructorParameters<typeof PlayedLog>[0]): PlayedLog => {
    played.push(new PlayedLog(options));
    return played[played.length - 1];
  };
  afterEach(() => {
    for (const { hub } of played.splice(0)) hub.close();
  });

  it('tells what happens from now on, each event with an id and its data in one line', async () => {
    const log = play();
    await log.hub.start();
    log.tell(0, 3);
    const heard = hear(await log.open());
    log.lanes.publish(0, 3, numbered(3, { type: 'anomalies', body: () => ({ text: 'a\nb' }) }));
    await came(heard, 1);
    assert.deepEqual(heard.events, [new HeardEvent('anomaly', 'log.0.4', { text: 'a\nb' })]);
  });

  it('gives who heard nothing yet a place to come back to', async () => {
    const log = play();
    const first = await log.open();
    const heard = hear(first);
    log.tell(0, 3);
    await came(heard, 3);
    first.destroy();
    const idle = await log.open(undefined, { types: ['anomalies'] });
    const heardNothing = hear(idle);
    await until('it has a place', () => heardNothing.lastId !== '');
    idle.destroy();
    log.tell(3, 6);
    assert.equal(heardNothing.lastId, heard.lastId);
    const again = hear(await log.open(heardNothing.lastId));
    await came(again, 3);
    assert.deepEqual(again.told, [3, 4, 5]);
  });

  it('goes on behind any event, without loss or repeat', async () => {
    const log = play();
    const heard = hear(await log.open());
    log.tell(0, 20);
    await came(heard, 20);
    for (const event of heard.events) {
      const again = hear(await log.open(event.id));
      await came(again, 19 - event.as(z.number()));
      assert.deepEqual(again.told, range(event.as(z.number()) + 1, 20));
    }
  });

  it('goes on at another process that has read the lanes in another order', async () => {
    const one = play({ from: [0, 0] });
    const other = play({ from: [0, 0] });
    const heard = hear(await one.open());
    await other.hub.start();
    one.tell(0, 4, 0);
    one.tell(0, 4, 1);
    one.tell(4, 8, 0);
    other.tell(0, 3, 1);
    other.tell(0, 8, 0);
    other.tell(3, 6, 1);
    one.ends = other.ends;
    await came(heard, 12);
    const told = heard.told as number[];
    for (let cut = 0; cut < told.length; cut++) {
      // Over there and, behind any event there, back again.
      const there = hear(await other.open(heard.events[cut].id));
      const missing = [...range(0, 8), ...range(1000, 1006)].filter(
        (number) => !told.slice(0, cut + 1).includes(number),
      );
      await came(there, missing.length);
      assert.deepEqual(
        [...(there.told as number[])].sort((a, b) => a - b),
        missing,
      );
      for (const [at, { id }] of there.events.entries()) {
        const back = hear(await one.open(id));
        const had = [...told.slice(0, cut + 1), ...(there.told as number[]).slice(0, at + 1)];
        const left = told.filter((number) => !had.includes(number));
        await came(back, left.length);
        assert.deepEqual(back.told, left);
      }
    }
  });

  it('waits for another process to come where a client is', async () => {
    const ahead = play();
    const behind = play();
    const heard = hear(await ahead.open());
    ahead.tell(0, 10);
    await came(heard, 10);
    await behind.hub.start();
    behind.tell(0, 5);
    behind.ends = [20];
    const again = hear(await behind.open(heard.lastId));
    behind.tell(5, 12);
    await came(again, 2);
    assert.deepEqual(again.told, [10, 11]);
  });

  it('resets who cannot go on, with the reason, and goes on from now', async () => {
    const log = play({ ringEvents: 4, from: [100] });
    const heard = hear(await log.open());
    for (let number = 100; number < 110; number += 2) {
      log.tell(number, number + 2);
      await came(heard, number - 98);
    }
    const ids: [string, RegExp][] = [
      [heard.events[0]?.id ?? 'log.0.2t', /too old/],
      ['log.0.0', /too old/],
      ['log.0.zz', /there no more/],
      ['other.0.2u', /not one of this stream/],
      ['log.0', /not one of this stream/],
      ['log.0.-1', /not one of this stream/],
      ['log.0.zzzzzzzzzzzzzz', /not one of this stream/],
      ['\u0000', /not one of this stream/],
      ['', /not one of this stream/],
    ];
    const streams = [];
    for (const [id, reason] of ids) streams.push({ id, reason, heard: hear(await log.open(id)) });
    log.tell(110, 112);
    for (const { heard: again } of streams) await came(again, 3);
    for (const { id, reason, heard: again } of streams) {
      assert.deepEqual(again.told, ['reset', 110, 111], id);
      assert.match(again.events[0].reason, reason);
      assert.equal(again.events[0].id, 'log.0.32');
    }
  });

  it('does not mind that what a client never hears of is too old', async () => {
    const log = play({ ringEvents: 4 });
    await log.hub.start();
    const filter = { types: ['alerts'] as const };
    const heard = hear(await log.open(undefined, filter));
    log.hub.alerts.begin(6);
    log.hub.alerts.publish(7, numbered(7));
    await came(heard, 1);
    log.tell(0, 3);
    const again = hear(await log.open('log.8.0', filter));
    log.hub.alerts.publish(9, numbered(9));
    await came(heard, 2);
    await came(again, 1);
    assert.deepEqual(heard.told, [7, 9]);
    assert.deepEqual(again.told, [9]);
    const old = hear(await log.open('log.6.0', filter));
    await came(old, 1);
    assert.deepEqual(old.told, ['reset']);
  });

  it('tells each what they want to hear', async () => {
    const log = play();
    const place = { latitude: 51, longitude: 4 };
    log.places.set('a', place);
    const box = { west: 3, south: 50, east: 5, north: 52 };
    const filters: [Partial<StreamFilter>, number[]][] = [
      [{}, [0, 1, 2, 3]],
      [{ types: ['observations'] }, [0, 1]],
      [{ types: ['anomalies'] }, [2, 3]],
      [{ network: 'south' }, [1]],
      [{ station: 'b' }, [1, 3]],
      [{ station: 'b', network: 'north' }, [3]],
      [{ classification: 'weather_event' }, [0, 1, 3]],
      [{ box }, [0, 2]],
      [{ box: { ...box, south: 51.5 } }, []],
    ];
    const all = [];
    for (const [filter, expected] of filters)
      all.push({ filter, expected, heard: hear(await log.open(undefined, filter)) });
    log.lanes.publish(0, 0, numbered(0));
    log.lanes.publish(0, 1, numbered(1, { network: 'south', stations: ['b'] }));
    log.lanes.publish(0, 2, numbered(2, { type: 'anomalies', classification: 'device_failure' }));
    log.lanes.publish(0, 3, numbered(3, { type: 'anomalies', classification: 'weather_event', stations: ['c', 'b'] }));
    for (const { expected, heard } of all) await came(heard, expected.length);
    await turn();
    for (const { filter, expected, heard } of all) assert.deepEqual(heard.told, expected, JSON.stringify(filter));
  });

  it('makes the text of an event once, whoever hears it, and not at all where nobody does', async () => {
    const log = play();
    const other = hear(await log.open(undefined, { types: ['anomalies'] }));
    let made = 0;
    const body = () => {
      made++;
      return 1;
    };
    log.lanes.publish(0, 0, numbered(0, { body }));
    log.lanes.publish(0, 1, numbered(1, { type: 'anomalies' }));
    await came(other, 1);
    assert.equal(made, 0);
    const heard = [];
    for (let k = 0; k < 10; k++) heard.push(hear(await log.open(undefined, k < 5 ? {} : { network: 'north' })));
    log.lanes.publish(0, 2, numbered(2, { body }));
    for (const one of heard) await came(one, 1);
    assert.equal(made, 1);
    assert.ok(heard.every(({ told }) => told.length === 1));
  });

  it('lets a slow reader go with a last reset, and nobody else waits for it', async () => {
    const log = play({ ringEvents: 2_000 });
    const slow = await log.open();
    const fast = hear(await log.open());
    const body = () => 'x'.repeat(500);
    for (let number = 0; number < 5_000; number++) {
      log.lanes.publish(0, number, numbered(number, { body }));
      if (number % 500 === 499) await came(fast, number + 1);
    }
    await came(fast, 5_000);
    assert.equal(fast.events.length, 5_000);
    assert.equal(log.hub.dropped, 1);
    assert.ok(slow.readableLength < 300_000, `${slow.readableLength} bytes wait`);
    const heard = hear(slow);
    await until('it has ended', () => heard.ended);
    assert.equal(heard.ended, true);
    const last = heard.events.at(-1);
    assert.match(last?.reason ?? '', /too slow/);
    assert.equal(log.hub.subscribers, 1);
  });

  it('lets one go who reads nothing for long while many events wait, not one who is far behind and reads', async () => {
    const log = play({ patience: { fewMs: 60_000, manyMs: 200, many: 500 } });
    const slow = await log.open();
    const few = await log.open(undefined, { types: ['anomalies'] });
    const body = () => 'x'.repeat(500);
    for (let number = 0; number < 3_000; number++) log.lanes.publish(0, number, numbered(number, { body }));
    const late = hear(await log.open('log.0.0'));
    for (let number = 3_000; number < 3_010; number++) {
      log.lanes.publish(0, number, numbered(number, { body }));
      await came(late, number + 1);
    }
    assert.equal(late.events.length, 3_010);
    assert.equal(log.hub.dropped, 1);
    assert.equal(hear(few).ended, false);
    const heard = hear(slow);
    await until('it has ended', () => heard.ended);
    assert.match(heard.events.at(-1)?.reason ?? '', /nothing was read/);
  });

  it('goes on behind what a client has taken, however much that is', async () => {
    const log = play();
    const body = () => 'x'.repeat(500);
    await log.hub.start();
    for (let number = 0; number < 5_000; number++) log.lanes.publish(0, number, numbered(number, { body }));
    const heard = hear(await log.open('log.0.0'));
    await came(heard, 5_000);
    assert.equal(heard.events.length, 5_000);
  });

  it('refuses more subscribers than it may have', async () => {
    const log = play({ mostSubscribers: 2 });
    const first = await log.open();
    await log.open();
    const overloaded = (error: unknown) => error instanceof HalcyonError && error.code === 'overloaded';
    await assert.rejects(log.open(), overloaded);
    first.destroy();
    await once(first, 'close');
    await log.open();
  });

  it('ends a stream when its token expires, and all of them when it ends, behind what they were told', async () => {
    const log = play();
    const brief = hear(await log.open(undefined, {}, Date.now() + 50));
    const long = hear(await log.open(undefined, {}, Date.now() + 1e12));
    await until('the token has expired', () => brief.ended);
    assert.deepEqual([brief.ended, long.ended], [true, false]);
    log.tell(0, 2);
    log.hub.close();
    await until('all have ended', () => long.ended);
    assert.deepEqual([long.told, long.ended], [[0, 1], true]);
    const interrupted = (error: unknown) => error instanceof HalcyonError && error.code === 'interrupted';
    await assert.rejects(log.open(), interrupted);
  });
});
