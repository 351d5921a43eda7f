import assert from 'node:assert/strict';
import { oneLineUp, readableMessage } from '../../../../services/datasets/queries/readable-message.ts';

describe('messages of the engine', () => {
  it('name no path of the server, the longest first', () => {
    const hidden = [
      ['/data/runs/1/', ''],
      ['/data/files/x', 'arg1/a.csv'],
      ['/data/runs/1', '.'],
    ] as const;
    const error = new Error('IO Error: /data/runs/1/arg1/a.csv is /data/files/x in /data/runs/1, not /data/runs/1');
    assert.equal(readableMessage(error, hidden), 'IO Error: arg1/a.csv is arg1/a.csv in ., not .');
  });

  it('begin with the kind of the error, and end before the stack of the program', () => {
    const parser = new Error('Failed to extract statements: Parser Error: syntax error');
    assert.equal(readableMessage(parser, []), 'Parser Error: syntax error');
    const internal = new Error('INTERNAL Error: out of bounds\n\nStack Trace:\n\n0 /opt/halcyon/libduckdb.so(f+1)');
    assert.equal(readableMessage(internal, []), 'INTERNAL Error: out of bounds');
  });

  it('are cut where a statement has made a long one', () => {
    assert.equal(readableMessage(new Error('x'.repeat(10_000_000)), []), `${'x'.repeat(2_000)}…`);
  });

  it('count the lines as the author does, the caret where it was', () => {
    assert.equal(
      oneLineUp('Error\n\nLINE 2: SELECT x\n               ^'),
      'Error\n\nLINE 1: SELECT x\n               ^',
    );
    assert.equal(oneLineUp('LINE 10: x\n         ^'), 'LINE 9:  x\n         ^');
    assert.equal(oneLineUp('no line at all'), 'no line at all');
  });
});
