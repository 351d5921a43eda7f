import assert from 'node:assert/strict';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { startTelemetry } from '../../../services/telemetry/start-telemetry.ts';
import { OtlpReceiver } from '../telemetry/otlp-receiver.ts';
import { AuditFolderOfTest, silence } from './audit-folder.ts';

interface SentRecord {
  readonly timeUnixNano: string;
  readonly severityText: string;
  readonly eventName: string;
  readonly body: { readonly stringValue: string };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}
interface Sent {
  readonly resourceLogs: readonly { readonly scopeLogs: readonly { readonly logRecords: readonly SentRecord[] }[] }[];
}

describe('the audit log at a collector', () => {
  let folder: AuditFolderOfTest;
  let collector: OtlpReceiver;
  beforeEach(async () => {
    folder = await AuditFolderOfTest.make();
    collector = await new OtlpReceiver().start();
  });
  afterEach(async () => {
    await collector.stop();
    await folder.close();
  });

  for (const protocol of ['http/json', 'http/protobuf'] as const) {
    it(`is there line by line, as ${protocol}`, async () => {
      const own = {
        OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${collector.url}/v1/logs`,
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      };
      const telemetry = await startTelemetry(readConfiguration(own), SILENT);
      const audit = await folder.open();
      await audit.record(silence('s1'));
      await audit.record({ action: 'login', result: 'refused', reason: 'wrong_password', from: '192.0.2.7' });
      await audit.close();
      await telemetry.stop();
      const received = collector.received.filter(({ path }) => path === '/v1/logs');
      assert.equal(received.length, 1);
      const [name] = await folder.files();
      const lines = await folder.lines(name);
      if (protocol === 'http/protobuf') {
        for (const line of lines) assert.ok(received[0].body.includes(line));
        return;
      }
      const sent = JSON.parse(received[0].body.toString()) as Sent;
      const records = sent.resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
      assert.deepEqual(
        records.map(({ body }) => body.stringValue),
        lines,
      );
      assert.deepEqual(
        records.map(({ eventName, severityText }) => `${eventName} ${severityText}`),
        ['halcyon.audit.begin INFO', 'halcyon.silence.add INFO', 'halcyon.login WARN', 'halcyon.audit.end INFO'],
      );
      const attributes = Object.fromEntries(
        records[1].attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
      );
      assert.equal(attributes['user.name'], 'ada');
      assert.equal(attributes['client.address'], '192.0.2.7');
      assert.equal(attributes['halcyon.audit.about.id'], 's1');
      assert.equal(Number(records[1].timeUnixNano) / 1e6, folder.now);
    });
  }
});
