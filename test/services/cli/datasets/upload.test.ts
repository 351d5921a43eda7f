import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeCertificates, opensslMissing } from '../../../../deploy/servers/certificates.ts';
import { packageFile } from '../../../../schemas/package-root.ts';
import { createApplication } from '../../../../services/api/application.ts';
import { ONE_ROW } from '../../datasets/dataset-fixture.ts';
import { FakeTerminal } from './fake-terminal.ts';
import { withService } from './played-service.ts';
import { linesOf, RunningDatasets } from './running-datasets.ts';

const MEASURED = packageFile('test', 'services', 'cli', 'datasets', 'processes', 'halcyon-with-memory.ts');
const MiB = 2 ** 20;

describe('halcyon dataset upload', () => {
  const datasets = new RunningDatasets({ HALCYON_UPLOAD_LIMIT: '100MiB' });
  before(() => datasets.start(ONE_ROW));
  after(() => datasets.stop());

  /** Runs the command in a process of its own; resolves with its lines and the memory it had [MiB]. */
  async function inProcess(environment: Record<string, string>, ...argv: string[]) {
    const env = { ...process.env, HALCYON_DATA: datasets.dataFolder, ...environment };
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', MEASURED, 'dataset', ...argv],
      { env },
    );
    return { out: stdout, mebibytes: Number(stderr.trim().split('\n').at(-1)) / 1024 };
  }

  it('sends names of any script, whatever they hold', async () => {
    const id = randomUUID();
    for (const name of ['ένα "αρχείο".csv', '気温 2026;.csv', "it's 100% +#?&.csv", '{bar} {what}.csv']) {
      const path = datasets.file(name, 'x\n');
      const [line] = linesOf(await datasets.halcyon('upload', path, '--dataset', id));
      assert.equal(line.split('  ')[1], name);
    }
  });

  it('of 100 MiB takes little more memory than one of 20', async () => {
    const bytes = randomBytes(100 * MiB);
    const [small, large] = [datasets.file('small.bin', bytes.subarray(0, 20 * MiB)), datasets.file('large.bin', bytes)];
    const { url } = datasets.running.listening;
    const one = await inProcess({}, 'upload', small, '--url', url);
    const other = await inProcess({}, 'upload', large, '--url', url);
    const digest = createHash('sha256').update(bytes).digest('hex');
    assert.match(other.out, new RegExp(` {2}large\\.bin {2}${100 * MiB} B {2}${digest}\\n$`));
    const more = other.mebibytes - one.mebibytes;
    assert.ok(more < 30, `${more.toFixed(1)} MiB more`);
  });

  it('ends with 130 where it is interrupted, and leaves nothing on the server', async () => {
    const lying = datasets.lying();
    const controller = new AbortController();
    const stderr = new FakeTerminal(() => controller.abort());
    const path = datasets.file('interrupted.bin', randomBytes(20 * MiB));
    const { code, out } = await datasets.halcyonWith({ stderr, signal: controller.signal }, 'upload', path);
    assert.deepEqual([code, out], [130, '']);
    assert.match(stderr.text, /interrupted\n$/);
    assert.deepEqual(await datasets.lyingAfter(lying), lying);
  });

  const changes: [what: string, change: (path: string) => void][] = [
    ['grows', (path) => appendFileSync(path, 'more')],
    ['is cut', (path) => truncateSync(path, 5 * MiB)],
    ['is written over', (path) => writeFileSync(path, randomBytes(10 * MiB))],
    ['is touched', (path) => utimesSync(path, new Date(), new Date(0))],
  ];
  for (const [what, change] of changes) {
    it(`fails where the file ${what} while it is read, and leaves nothing on the server`, async () => {
      const lying = datasets.lying();
      const path = datasets.file('changing.bin', randomBytes(10 * MiB));
      let changed = false;
      const stderr = new FakeTerminal(() => {
        if (!changed) change(path);
        changed = true;
      });
      const { code, out } = await datasets.halcyonWith({ stderr }, 'upload', path);
      assert.deepEqual([code, out], [3, '']);
      assert.ok(
        stderr.text.endsWith(`error: '${path}' was changed while it was read; upload it when it is complete\n`),
      );
      assert.deepEqual(await datasets.lyingAfter(lying), lying);
    });
  }

  it('shows on a terminal how far each file is, and nothing elsewhere', async () => {
    const stderr = new FakeTerminal();
    const long = `${'a'.repeat(40)}.bin`;
    const paths = [datasets.file('first.bin', randomBytes(3 * MiB)), datasets.file(long, 'x')];
    assert.equal((await datasets.halcyonWith({ stderr }, 'upload', ...paths)).code, 0);
    assert.ok(stderr.text.includes(`first.bin [${'#'.repeat(40)}] 100% 3.0 MiB of 3.0 MiB`), stderr.text);
    assert.ok(stderr.text.includes(`${'a'.repeat(30)}… [${'#'.repeat(40)}] 100% 1 B of 1 B`), stderr.text);
    assert.ok(stderr.text.indexOf('first.bin') < stderr.text.indexOf('aaa'), 'one after the other');
    assert.equal((await datasets.halcyon('upload', ...paths)).err, '');
  });

  it('ends with what the service says where it refuses before all was sent', async () => {
    const lying = datasets.lying();
    const path = datasets.file('vast.bin', new Uint8Array(150 * MiB));
    const { code, err } = await datasets.halcyon('upload', path);
    assert.equal(code, 3, err);
    assert.equal(err, `error: the file is larger than ${100 * MiB} bytes, which this service takes at most\n`);
    assert.deepEqual(await datasets.lyingAfter(lying), lying);
  });

  it('fails where the service has other bytes, or goes away', async () => {
    const path = datasets.file('sent.csv', 'x\n');
    const lying: RequestListener = (request, response) => {
      request.resume().on('end', () => {
        const dataset = { id: 'a', name: 'sent.csv', contentSize: 2, sha256: 'f'.repeat(64) };
        response.end(JSON.stringify({ code: 201, dataset }));
      });
    };
    const wrong = await withService(lying, (url) => datasets.halcyon('upload', path, '--url', url));
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /^error: the service has other bytes of \S+sent\.csv than were sent \(SHA-256 f{64}, not /);
    const leaving: RequestListener = (request) => request.once('data', () => request.socket.destroy());
    const gone = await withService(leaving, (url) => datasets.halcyon('upload', path, '--url', url));
    assert.equal(gone.code, 2);
    assert.match(gone.err, /^error: the connection to \S+ broke off \(E\w+\); do it again\n$/);
  });

  it('goes on to no further file after one that is refused, and has said which have arrived', async () => {
    const id = randomUUID();
    const paths = ['1.bin', '2.bin', '3.bin'].map((name, at) =>
      datasets.file(name, new Uint8Array(at === 1 ? 101 * MiB : 1)),
    );
    const { code, out } = await datasets.halcyon('upload', ...paths, '--dataset', id);
    assert.equal(code, 3);
    assert.match(out, new RegExp(`^${id} {2}1\\.bin {2}1 B {2}[\\da-f]{64}\\n$`));
  });

  it('goes by https where the certificate is trusted, and says where it is not', async function () {
    const missing = opensslMissing();
    if (missing !== null) {
      console.log(`      ${missing}`);
      return this.skip();
    }
    const { authority, serverBundle } = await makeCertificates(join(datasets.folder, 'certificates'), 'nobody');
    const pem = readFileSync(serverBundle);
    const application = createApplication(datasets.running.parts.parts());
    const server = createSecureServer({ cert: pem, key: pem }, (request, response) => {
      void application.callback()(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const path = datasets.file('secured.csv', 'x\n');
      const untrusted = await datasets.halcyon('upload', path, '--url', url);
      assert.equal(untrusted.code, 2);
      assert.match(untrusted.err, /^error: the certificate of \S+ is not trusted \(\w+\); NODE_EXTRA_CA_CERTS names /);
      const { out } = await inProcess({ NODE_EXTRA_CA_CERTS: authority }, 'upload', path, '--url', url);
      assert.match(out, / {2}secured\.csv {2}2 B {2}/);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
