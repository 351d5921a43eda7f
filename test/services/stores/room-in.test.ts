import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { roomIn } from '../../../services/stores/engine/room-in.ts';

describe('room in an answer', () => {
  it('is waited for again and again without leaving listeners behind', async () => {
    const out = new EventEmitter();
    const reader = new EventEmitter();
    for (let i = 0; i < 20; i += 1) {
      const waiting = roomIn(out, reader);
      (i % 2 === 0 ? out : reader).emit(i % 2 === 0 ? 'drain' : 'close');
      await waiting;
    }
    for (const one of [out, reader]) assert.deepEqual(one.eventNames(), []);
  });
});
