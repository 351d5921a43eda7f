import assert from 'node:assert/strict';
import { context, trace } from '@opentelemetry/api';
import { inRequest } from '../../../services/telemetry/current-request.ts';
import { openOperatorLog } from '../../../services/telemetry/operator-log.ts';
import { recordedIo } from '../cli/recorded-io.ts';
import { RecordedSpans } from './recorded-spans.ts';

const ANSWERED = { method: 'GET', path: '/x', status: 200, milliseconds: 12, client: '127.0.0.1' };
const TIME = '2026-01-01T00:00:00.000Z';

describe('the log of a process', () => {
  it('is text for people', async () => {
    const io = recordedIo();
    const log = await openOperatorLog('text', io);
    log.say('one\nline\u001b[31m');
    log.lines(['Ready.', '  map  http://x']);
    log.failure('it failed', new Error('a cause'));
    await inRequest('7d1f', async () => {
      log.failure('it failed', new Error('a cause'));
      log.access(ANSWERED);
    });
    assert.equal(io.out(), 'one line\uFFFD[31m\nReady.\n  map  http://x\n127.0.0.1 GET /x 200 12 ms (request 7d1f)\n');
    assert.equal(io.err(), 'it failed: a cause\nit failed: a cause (request 7d1f)\n');
  });

  it('is an object a line for programs, with the ids of request and trace', async () => {
    const io = recordedIo();
    const log = await openOperatorLog('json', io);
    const spans = new RecordedSpans();
    spans.start();
    const span = trace.getTracer('test').startSpan('one');
    log.say('one "line"\nmore');
    log.lines(['Ready.', '  map  http://x']);
    await inRequest('7d1f', async () => {
      log.access(ANSWERED);
      context.with(trace.setSpan(context.active(), span), () => log.failure('it failed', new Error('a cause')));
    });
    span.end();
    await spans.stop();
    const read = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
    const info = { level: 'info', time: TIME };
    const { milliseconds, ...answered } = ANSWERED;
    assert.deepEqual(read(io.out()), [
      { ...info, message: 'one "line" more' },
      { ...info, message: 'Ready.' },
      { ...info, message: 'map http://x' },
      { ...info, ...answered, duration_ms: milliseconds, request_id: '7d1f', message: 'GET /x' },
    ]);
    const ids = { request_id: '7d1f', trace_id: span.spanContext().traceId };
    assert.deepEqual(read(io.err()), [{ level: 'error', time: TIME, ...ids, cause: 'a cause', message: 'it failed' }]);
  });
});
