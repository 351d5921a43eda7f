import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { datasetError } from '../../../../schemas/http/datasets/envelopes.ts';
import { uploadAnswer } from '../../../../services/cli/commands/datasets/dataset-answers.ts';
import { filesOf } from '../../../../services/datasets/catalogue/dataset-files.ts';
import type { ObjectStore } from '../../../../services/datasets/storage/object-store.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../../services/stores/opening/open-catalogue.ts';
import { seeded } from '../../../detectors/stages/small-network.ts';
import { until } from '../../../until.ts';
import { FakeParts } from '../../api/fake-parts.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { folderWithCatalogue } from '../../stores/made-folders.ts';
import { DatasetClient } from '../dataset-client.ts';
import { type DatasetFixture, ONE_ROW, openDatasetFixture } from '../dataset-fixture.ts';

const LIMIT = 4 * 1024 * 1024;

describe('an upload', () => {
  const running = new RunningApplication(new FakeParts({ HALCYON_UPLOAD_LIMIT: '4MiB' }));
  const client = new DatasetClient(running);
  let catalogue: Catalogue;
  let fixture: DatasetFixture;

  before(async () => {
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    fixture = await openDatasetFixture(catalogue, ONE_ROW);
    running.parts.datasets = fixture.parts;
    await running.start();
  });
  after(async () => {
    await running.stop();
    await fixture.close();
    await catalogue.close();
  });

  /** Everything that lies in the storage, what is not finished too. */
  function lying(): string[] {
    const folder = join(fixture.folder, 'files');
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  }

  /** Waits for what a client that went away has left to be gone. */
  async function settled(expected: readonly string[]): Promise<string[]> {
    await until('as many files lie there as before', () => lying().length === expected.length);
    return lying();
  }

  function form(fields: readonly (readonly [name: string, value: string | Buffer])[], end = '--x--\r\n'): Buffer {
    const parts = fields.map(([name, value]) => {
      const file = typeof value === 'string' ? '' : '; filename="f"';
      const head = `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
      return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]);
    });
    return Buffer.concat([...parts, Buffer.from(end)]);
  }

  function send(body: Buffer, type = 'multipart/form-data; boundary=x') {
    const init = { method: 'POST', headers: { 'Content-Type': type }, body: new Uint8Array(body) };
    return running.request('/dmm/api/v1/data-workflow', init);
  }

  it('takes its fields in any order, and others that it does not know', async () => {
    const bytes = randomBytes(100_000);
    const fields = [
      ['file', bytes],
      ['colour', 'red'],
      ['file_name', 'a.bin'],
      ['dataset_id', randomUUID()],
    ] as const;
    for (const order of [fields, fields.toReversed()]) {
      const answer = await send(form(order));
      assert.equal(answer.status, 200, answer.text);
      const { dataset } = answer.as(uploadAnswer);
      assert.equal(dataset.sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.equal(dataset.contentSize, 100_000);
    }
  });

  it('keeps names as they are, whatever script they are written in', async () => {
    const id = randomUUID();
    const names = [
      'ένα αρχείο.csv',
      '気温 2026.csv',
      '🌧️.csv',
      "it's 100 % +#?&.csv",
      '.hidden',
      'a..b',
      'ü'.repeat(127),
    ];
    for (const name of names) {
      const answer = await client.upload(id, name, 'x');
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.as(uploadAnswer).dataset.name, name);
    }
    assert.deepEqual((await filesOf(catalogue, id)).map(({ name }) => name).sort(), names.sort());
  });

  it('is refused for what is no name of a file, and leaves nothing', async () => {
    const before = lying();
    const names = [
      ...['', '.', '..', '/', 'a/b', '../a', '..\\a', 'C:\\a', '/etc/passwd', 'a/', 'a\\b'],
      ...['a\u0000b', 'a\nb', 'a\rb', '\u007f', '\u0085', 'a\u2028b', 'x'.repeat(256), 'ü'.repeat(128)],
    ];
    for (const name of names) {
      const { status, problems } = await send(
        form([
          ['dataset_id', randomUUID()],
          ['file_name', name],
          ['file', Buffer.from('x')],
        ]),
      );
      assert.equal(status, 422, JSON.stringify(name));
      assert.deepEqual(problems[0].loc, ['body', 'file_name']);
    }
    for (const id of ['', '.', '..', 'a/b', '../../a', 'a\u0000b', 'x'.repeat(257)]) {
      const { status, problems } = await send(
        form([
          ['dataset_id', id],
          ['file_name', 'a'],
          ['file', Buffer.from('x')],
        ]),
      );
      assert.equal(status, 422, JSON.stringify(id));
      assert.deepEqual(problems[0].loc, ['body', 'dataset_id']);
    }
    assert.deepEqual(await settled(before), before);
  });

  it('does not take the name of the file part for a path', async () => {
    const id = randomUUID();
    const body = form([
      ['dataset_id', id],
      ['file_name', 'good.csv'],
      ['file', Buffer.from('x')],
    ])
      .toString()
      .replace('filename="f"', 'filename="../../../etc/passwd"');
    const answer = await send(Buffer.from(body));
    assert.equal(answer.status, 200);
    assert.equal(answer.as(uploadAnswer).dataset.name, 'good.csv');
  });

  it('names every field that is missing, given twice or of another kind', async () => {
    const before = lying();
    const file = ['file', Buffer.from('x')] as const;
    const cases: [string, Buffer, string[]][] = [
      ['nothing', form([]), ['dataset_id', 'file', 'file_name']],
      [
        'no file',
        form([
          ['dataset_id', 'a'],
          ['file_name', 'a'],
        ]),
        ['file'],
      ],
      [
        'a text for a file',
        form([
          ['dataset_id', 'a'],
          ['file_name', 'a'],
          ['file', 'x'],
        ]),
        ['file'],
      ],
      ['no names', form([file]), ['dataset_id', 'file_name']],
      ['two files', form([['dataset_id', 'a'], ['file_name', 'a'], file, file]), ['file']],
      ['two names', form([['dataset_id', 'a'], ['file_name', 'a'], ['file_name', 'b'], file]), ['file_name']],
      ['a long name', form([['dataset_id', 'a'], ['file_name', 'a'.repeat(5000)], file]), ['file_name']],
    ];
    for (const [what, body, fields] of cases) {
      const answer = await send(body);
      assert.equal(answer.status, 422, what);
      assert.deepEqual(answer.problems.map(({ loc }) => loc[1]).sort(), fields, what);
    }
    assert.deepEqual(await settled(before), before);
  });

  it('is refused where the form is none, and leaves nothing', async () => {
    const before = lying();
    const whole = form([
      ['dataset_id', 'a'],
      ['file_name', 'a'],
      ['file', Buffer.from('x'.repeat(1000))],
    ]);
    const cases: [string, Buffer, string][] = [
      ['no boundary', whole, 'multipart/form-data'],
      ['another boundary', whole, 'multipart/form-data; boundary=y'],
      ['cut short', whole.subarray(0, whole.length - 300), 'multipart/form-data; boundary=x'],
      [
        'no end',
        form(
          [
            ['dataset_id', 'a'],
            ['file_name', 'a'],
            ['file', Buffer.from('x')],
          ],
          '',
        ),
        'multipart/form-data; boundary=x',
      ],
      ['empty', Buffer.alloc(0), 'multipart/form-data; boundary=x'],
      ['other bytes', randomBytes(100_000), 'multipart/form-data; boundary=x'],
    ];
    for (const [what, body, type] of cases) {
      const answer = await send(body, type);
      assert.equal(answer.status, 422, `${what}: ${answer.text}`);
    }
    assert.deepEqual(await settled(before), before);
  });

  it('may be as large as the limit and no byte larger, whether it says so before or not', async () => {
    const before = lying();
    const fields = [
      ['dataset_id', randomUUID()],
      ['file_name', 'a'],
    ] as const;
    const over = await send(form([...fields, ['file', Buffer.alloc(LIMIT + 1)]]));
    assert.equal(over.status, 413, over.text);
    assert.equal(over.as(datasetError).detail.code, 413);
    const declared = await send(form([...fields, ['file', Buffer.alloc(LIMIT * 3)]]));
    assert.equal(declared.status, 413);
    assert.deepEqual(await settled(before), before);
    const chunked = await chunkedUpload(LIMIT * 2);
    assert.match(chunked, /^HTTP\/1\.1 413 /);
    assert.deepEqual(await settled(before), before);
    const exact = await send(form([...fields, ['file', Buffer.alloc(LIMIT)]]));
    assert.equal(exact.status, 200, exact.text);
  });

  it('that pauses for too long is given up, and leaves nothing', async () => {
    const before = lying();
    const whole = form([
      ['dataset_id', 'a'],
      ['file_name', 'a'],
      ['file', Buffer.alloc(500_000)],
    ]);
    // Of this upload alone: on a busy machine the others pause for a second too.
    const impatient = new RunningApplication(new FakeParts());
    impatient.parts.datasets = fixture.parts;
    impatient.parts.limits = { bodyIdleMs: 1_000 };
    await impatient.start();
    const socket = connect(impatient.listening.port, '127.0.0.1');
    socket.write(head(whole.length));
    socket.write(whole.subarray(0, 300_000));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1\.1 408 /);
    socket.destroy();
    assert.deepEqual(await settled(before), before);
    await impatient.stop();
  });

  it('whose client goes away at a hundred points leaves nothing, and can be made again', async () => {
    const before = lying();
    const id = randomUUID();
    const whole = form([
      ['dataset_id', id],
      ['file_name', 'a.bin'],
      ['file', randomBytes(600_000)],
    ]);
    const random = seeded(7);
    for (let round = 0; round < 100; round++) {
      const socket = connect(running.listening.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(head(whole.length));
      socket.write(whole.subarray(0, Math.floor(random() * whole.length)));
      for (let turns = Math.floor(random() * 20); turns > 0; turns--) await turn();
      if (random() < 0.5) socket.destroy();
      else socket.resetAndDestroy();
    }
    assert.deepEqual(await settled(before), before);
    assert.deepEqual(await filesOf(catalogue, id), []);
    assert.equal((await send(whole)).status, 200);
    assert.equal((await filesOf(catalogue, id)).length, 1);
  });

  // It said 422, that the body was no whole form: the store had stopped reading it.
  it('is answered with the reason of a store that fails on the way, and not as a form that is none', async () => {
    const full = new HalcyonError('insufficient_storage', 'The file cannot be stored: no space is left.');
    const failing = new RunningApplication(new FakeParts());
    failing.parts.datasets = { ...fixture.parts, storage: fullAfter(fixture.parts.storage, 200_000, full) };
    await failing.start();
    for (const size of [250_000, 3_000_000]) {
      const answer = await new DatasetClient(failing).upload(randomUUID(), 'a.bin', new Uint8Array(size));
      assert.equal(answer.status, 507, answer.text);
      assert.equal(answer.as(datasetError).detail.error, full.message);
    }
    await failing.stop();
  });

  it('goes on beside forty-nine others', async () => {
    const uploads = Array.from({ length: 50 }, (_, at) => ({ id: randomUUID(), bytes: randomBytes(200_000 + at) }));
    const answers = await Promise.all(
      uploads.map(({ id, bytes }) => client.upload(id, 'a.bin', new Uint8Array(bytes))),
    );
    for (const [at, answer] of answers.entries()) {
      assert.equal(answer.status, 200);
      assert.equal(
        answer.as(uploadAnswer).dataset.sha256,
        createHash('sha256').update(uploads[at].bytes).digest('hex'),
      );
    }
  });

  function head(length: number | 'chunked'): string {
    const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    const type = 'Content-Type: multipart/form-data; boundary=x';
    return `POST /dmm/api/v1/data-workflow HTTP/1.1\r\nHost: 127.0.0.1:${running.listening.port}\r\n${type}\r\n${size}\r\n\r\n`;
  }

  /** Sends a file of a size that is not said before; resolves with the first of the answer. */
  async function chunkedUpload(size: number): Promise<string> {
    const body = form([
      ['dataset_id', 'a'],
      ['file_name', 'a'],
      ['file', Buffer.alloc(size)],
    ]);
    const socket = connect(running.listening.port, '127.0.0.1');
    const answer = once(socket, 'data') as Promise<[Buffer]>;
    socket.write(head('chunked'));
    socket.write(`${body.length.toString(16)}\r\n`);
    socket.write(body);
    socket.write('\r\n0\r\n\r\n');
    const [first] = await answer;
    socket.destroy();
    return first.toString();
  }
});

/** A store that takes so many bytes of a file, and fails then. */
function fullAfter(store: ObjectStore, bytes: number, error: Error): ObjectStore {
  return Object.assign(Object.create(store) as ObjectStore, {
    put: async (_bucket: string, _key: string, source: AsyncIterable<Uint8Array>) => {
      let taken = 0;
      for await (const chunk of source) {
        taken += chunk.length;
        if (taken > bytes) break;
      }
      // As long as a folder takes to remove what it has written.
      for (let turns = 20; turns > 0; turns--) await turn();
      throw error;
    },
  });
}
