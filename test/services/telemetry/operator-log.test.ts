import assert from 'node:assert/strict';
import { context, trace } from '@opentelemetry/api';
import { LOG_LEVELS } from '../../../schemas/logger.ts';
import { inRequest } from '../../../services/telemetry/current-request.ts';
import { openOperatorLog } from '../../../services/telemetry/operator-log.ts';
import { recordedIo } from '../cli/recorded-io.ts';
import { RecordedSpans } from './recorded-spans.ts';

const ANSWERED = { method: 'GET', path: '/x', status: 200, milliseconds: 12, client: '127.0.0.1' };
const TIME = '2026-01-01T00:00:00.000Z';

function read(text: string): object[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
}

describe('the log of a process', () => {
  it('is text for people', async () => {
    const io = recordedIo();
    const { logger, lines, access } = await openOperatorLog({ logFormat: 'text', logLevel: 'info' }, io);
    logger.info('one\nline\u001b[31m');
    lines(['Ready.', '  map  http://x']);
    logger.of('Kafka').warn('no broker answers', { brokers: 'a:1, b:2', attempt: 3 });
    logger.of('http').error('it failed', { cause: new Error('a cause') });
    await inRequest('7d1f', async () => {
      logger.of('http').error('it failed', { cause: new Error('a cause') });
      access(ANSWERED);
    });
    assert.deepEqual(io.out().split('\n'), [
      '2026-01-01T00:00:00Z info system: one line\uFFFD[31m',
      'Ready.',
      '  map  http://x',
      '2026-01-01T00:00:00Z warn Kafka: no broker answers brokers="a:1, b:2" attempt=3',
      '2026-01-01T00:00:00Z info http: GET /x method=GET path=/x status=200 client=127.0.0.1 duration_ms=12 request_id=7d1f',
      '',
    ]);
    assert.deepEqual(io.err().split('\n'), [
      '2026-01-01T00:00:00Z error http: it failed: a cause',
      '2026-01-01T00:00:00Z error http: it failed: a cause request_id=7d1f',
      '',
    ]);
  });

  for (const [k, logLevel] of LOG_LEVELS.entries()) {
    it(`has the lines of level ${logLevel} and of those behind it`, async () => {
      const io = recordedIo();
      const { logger } = await openOperatorLog({ logFormat: 'json', logLevel }, io);
      for (const level of LOG_LEVELS) logger[level]('a line');
      const levels = read(io.out() + io.err()).map((line) => (line as { level: string }).level);
      assert.deepEqual(levels, LOG_LEVELS.slice(k));
    });
  }

  it('is an object a line for programs, with the ids of request and trace', async () => {
    const io = recordedIo();
    const log = await openOperatorLog({ logFormat: 'json', logLevel: 'info' }, io);
    const spans = new RecordedSpans();
    spans.start();
    const span = trace.getTracer('test').startSpan('one');
    log.logger.of('demo').info('one "line"\nmore', { stations: 60 });
    log.lines(['Ready.', '  map  http://x']);
    await inRequest('7d1f', async () => {
      log.access(ANSWERED);
      context.with(trace.setSpan(context.active(), span), () =>
        log.logger.of('http').error('it failed', { cause: new Error('a cause') }),
      );
    });
    span.end();
    await spans.stop();
    const info = { level: 'info', time: TIME };
    const { milliseconds, ...answered } = ANSWERED;
    assert.deepEqual(read(io.out()), [
      { ...info, part: 'demo', stations: 60, message: 'one "line" more' },
      { ...info, part: 'system', message: 'Ready.' },
      { ...info, part: 'system', message: 'map http://x' },
      { ...info, part: 'http', ...answered, duration_ms: milliseconds, request_id: '7d1f', message: 'GET /x' },
    ]);
    const ids = { request_id: '7d1f', trace_id: span.spanContext().traceId };
    assert.deepEqual(read(io.err()), [
      { level: 'error', time: TIME, part: 'http', ...ids, cause: 'a cause', message: 'it failed' },
    ]);
  });
});
