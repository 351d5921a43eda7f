import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { type LogLanes, StreamHub } from '../../../services/stream/stream-hub.ts';
import { until } from '../../until.ts';
import { FakeParts } from '../api/fake-parts.ts';
import { RunningApplication } from '../api/running-application.ts';
import { Heard, numbered } from './heard.ts';

const [FAST, SLOW, EVENTS, RING] = [25, 5, 6_000, 2_000];

/** A subscriber over a socket of its own, by HTTP/1.0: what comes behind the head is the text of the stream. */
class Subscriber {
  readonly heard = new Heard();
  readonly socket: Socket;
  readonly opened: Promise<void>;
  closed = false;
  #head = true;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.write('GET /api/v1/stream HTTP/1.0\r\nHost: localhost\r\n\r\n');
    this.opened = new Promise((resolve) => this.socket.once('data', () => resolve()));
    this.socket.on('data', (bytes: Buffer) => {
      const text = bytes.toString('utf8');
      this.heard.take(this.#head ? text.slice(text.indexOf('\r\n\r\n') + 4) : text);
      this.#head = false;
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.closed = true;
    });
  }
}

describe('many subscribers, some of them slow', () => {
  it('hear every event once, each who reads; those who do not are let go, and the service ends with them there', async () => {
    let lanes: LogLanes | undefined;
    const hub = new StreamHub({
      feed: {
        start: async (given) => {
          lanes = given;
          given.open('test', [{ types: ['observations', 'anomalies'] }], [0]);
        },
        ends: async () => [EVENTS],
      },
      placeOf: () => undefined,
      mostSubscribers: FAST + SLOW,
      ringEvents: RING,
      now: Date.now,
    });
    const parts = new FakeParts();
    parts.stream = hub;
    const running = await new RunningApplication(parts).start();
    const { port } = running.listening;
    const fast = Array.from({ length: FAST }, () => new Subscriber(port));
    const slow = Array.from({ length: SLOW }, () => new Subscriber(port));
    await Promise.all([...fast, ...slow].map(({ opened }) => opened));
    for (const { socket } of slow) socket.pause();
    assert.equal((await running.request('/api/v1/stream')).error.code, 'overloaded');
    // Longer than what the system's own buffers take of a connection.
    const data = 'x'.repeat(2_000);
    for (let number = 0; number < EVENTS; number++) {
      lanes?.publish(0, number, numbered(number, { body: () => ({ number, data }) }));
      // No faster than those who read, on a machine that has other things to do.
      if (number % 400 === 399)
        await until('those who read have most', () => fast.every(({ heard }) => number - heard.events.length < 400));
    }
    await until('those who read have all', () => fast.every(({ heard }) => heard.events.length === EVENTS));
    const expected = Array.from({ length: EVENTS }, (_, number) => number);
    const shape = z.object({ number: z.number() });
    for (const { heard } of fast)
      assert.deepEqual(
        heard.events.map((event) => event.as(shape).number),
        expected,
      );
    assert.equal(hub.dropped, SLOW);
    assert.ok(hub.held <= RING);
    for (const { socket } of slow) socket.resume();
    await until('those who do not are let go', () => slow.every(({ closed }) => closed));
    for (const { heard, closed } of slow) {
      assert.equal(closed, true);
      assert.equal(heard.events.at(-1)?.name, 'reset');
    }
    assert.equal(hub.subscribers, FAST);
    hub.close();
    await running.stop();
    await until('the others are let go as well', () => fast.every(({ closed }) => closed));
  });
});
