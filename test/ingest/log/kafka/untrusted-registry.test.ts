import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Certificates, makeCertificates, opensslMissing } from '../../../../deploy/servers/certificates.ts';
import { TopicSchemas } from '../../../../ingest/log/kafka/schema-registry.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { SILENT } from '../../../../schemas/logger.ts';

const missing = opensslMissing();

describe(`a schema registry by https${missing === null ? '' : ` (${missing})`}`, () => {
  let folder: string;
  let certificates: Certificates;
  let server: Server;

  before(async function () {
    if (missing !== null) return this.skip();
    folder = await mkdtemp(join(tmpdir(), 'halcyon-registry-'));
    certificates = await makeCertificates(folder, 'halcyon');
    const bundle = await readFile(certificates.serverBundle);
    server = createServer({ key: bundle, cert: bundle }, (_request, response) =>
      response.writeHead(404).end('{"error_code":40401}'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  const schemas = (ca: string | null) =>
    new TopicSchemas({
      brokers: [],
      registryUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      prefix: '',
      partitions: 1,
      replication: 1,
      compression: 'none',
      tls: ca === null ? null : { ca },
      sasl: null,
    });

  it('is not waited for where its certificate is not trusted', async () => {
    await assert.rejects(schemas(null).present(SILENT), (error: unknown) => {
      assert.ok(error instanceof HalcyonError);
      assert.equal(error.code, 'log_unavailable');
      assert.match(
        error.message,
        /the certificate of the schema registry at https:.* is not trusted .*HALCYON_KAFKA_CA should name/,
      );
      return true;
    });
  });

  it('is asked where it is', async () => {
    const ca = await readFile(certificates.authority, 'utf8');
    await assert.rejects(schemas(ca).present(SILENT), /does not have this version's schemas/);
  });
});
