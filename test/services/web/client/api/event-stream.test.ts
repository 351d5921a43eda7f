import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EventStreamReader } from '../../../../../services/web/client/api/event-stream.ts';

const STREAM =
  ': hello\n\nevent: anomaly\nid: 7\ndata: {"a":1}\n\ndata: one\ndata: two\n\nevent: reset\r\nid: 9\r\ndata: too old\r\n\r\nid: 10\n\n';
const EVENTS = [
  { type: 'anomaly', id: '7', data: '{"a":1}' },
  { type: 'message', id: '7', data: 'one\ntwo' },
  { type: 'reset', id: '9', data: 'too old' },
];

describe('server-sent events', () => {
  it('are read as the standard has them: comments, several lines of data, ids that stay', () => {
    assert.deepEqual(new EventStreamReader().read(STREAM), EVENTS);
  });

  it('are the same in whatever pieces they come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: STREAM.length }), { maxLength: 12 }), (cuts) => {
        const reader = new EventStreamReader();
        const ends = [...cuts.toSorted((a, b) => a - b), STREAM.length];
        const found = ends.flatMap((end, k) => reader.read(STREAM.slice(k === 0 ? 0 : ends[k - 1], end)));
        assert.deepEqual(found, EVENTS);
      }),
    );
  });

  it('have the id of the event before where a stream is resumed', () => {
    assert.deepEqual(new EventStreamReader('41').read('data: x\n\n'), [{ type: 'message', id: '41', data: 'x' }]);
  });
});
