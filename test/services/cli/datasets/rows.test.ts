import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { saveRows } from '../../../../services/cli/commands/datasets/save-rows.ts';
import { runInFrame } from '../../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../../services/cli/halcyon-command.ts';
import { writeRaw } from '../../../../services/cli/terminal/raw-text.ts';
import { sizeText } from '../../../../services/cli/terminal/size-text.ts';
import { until } from '../../../until.ts';
import { recordedIo } from '../recorded-io.ts';
import { withService } from './played-service.ts';

const ID = '36f74548-0f4f-47c7-bfdf-6502e9fc0768';
/** SHA-256 of no bytes. */
const OTHER = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('rows of a query', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-rows-'));
  const path = join(folder, 'rows.csv');
  after(() => rmSync(folder, { recursive: true }));

  async function* rows(...pieces: (string | Error)[]): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece;
      yield Buffer.from(piece);
    }
  }

  it('are saved as they are, also through a link', async () => {
    await saveRows(path, rows('a\n', 'é\n'));
    assert.equal(readFileSync(path, 'utf8'), 'a\né\n');
    symlinkSync(path, join(folder, 'link.csv'));
    await saveRows(join(folder, 'link.csv'), rows('b\n'));
    assert.equal(readFileSync(path, 'utf8'), 'b\n');
  });

  it('leave what was there, and nothing beside it, where they break off', async () => {
    writeFileSync(path, 'before\n');
    const lost = new HalcyonError('store_unavailable', 'lost');
    await assert.rejects(saveRows(path, rows('a\n', lost)), lost);
    await assert.rejects(saveRows(join(folder, 'none', 'a.csv'), rows('a\n')), { code: 'cannot_write' });
    assert.equal(readFileSync(path, 'utf8'), 'before\n');
    assert.deepEqual(readdirSync(folder).sort(), ['link.csv', 'rows.csv']);
  });

  it('go to a pipe as they are, to a terminal without control characters', async () => {
    const text = 'a,"\u001b[2Jb\r\n\u009b1m\tc"\né\n';
    const written: string[] = [];
    const write = (piece: string) => written.push(piece);
    await writeRaw({ write }, text, new AbortController().signal);
    await writeRaw({ write, isTTY: true }, text, new AbortController().signal);
    assert.deepEqual(written, [text, 'a,"\uFFFD[2Jb\uFFFD\n\uFFFD1m\tc"\né\n']);
  });

  it('wait for a slow reader', async () => {
    const slow = new Writable({
      highWaterMark: 10,
      write: (_piece, _encoding, done) => void setImmediate(done),
    });
    for (let at = 0; at < 20; at++) {
      await writeRaw(slow, 'twenty bytes of text', new AbortController().signal);
      assert.equal(slow.writableLength, 0);
    }
  });

  /** Runs a query against a service that answers its rows as a test says; those that are cut are so once some are written. */
  async function queried(
    file: { readonly etag: string; readonly length: number },
    signal?: AbortSignal,
    then?: () => void,
  ) {
    const output = { '@id': 'o', labels: ['SQL_Operator'], properties: {} };
    const ap = { nodes: [output], edges: [{ from: 'o', to: ID, labels: ['output'] }] };
    const answered = async (request: IncomingMessage, response: ServerResponse) => {
      request.resume();
      if (request.method === 'POST') return void response.end(JSON.stringify({ ap }));
      response.writeHead(200, { ETag: file.etag, 'Content-Length': file.length }).write('x\n1\n');
      if (file.length === 4) return;
      await until('what came is being written', () => readdirSync(folder).some((name) => name.endsWith('.partial')));
      if (then === undefined) response.destroy();
      else then();
    };
    writeFileSync(join(folder, 'query.json'), '{"nodes": [], "edges": []}');
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      answered(request, response).catch((error: Error) => response.destroy(error));
    };
    const io = recordedIo({ environment: { HALCYON_DATA: folder }, ...(signal && { signal }) });
    const argv = ['dataset', 'query', '--graph', join(folder, 'query.json'), '--output', path];
    const code = await withService(answer, (url) => runInFrame(halcyonCommand, [...argv, '--url', url], io));
    return { code, err: io.err() };
  }

  it('are an error where they are cut, or are others than the service has', async () => {
    writeFileSync(path, 'before\n');
    const cut = await queried({ etag: '"a"', length: 100 });
    assert.equal(cut.code, 2);
    assert.match(cut.err, /^dataset \S+\nerror: the connection to \S+ broke off \(ECONNRESET\); do it again\n$/);
    const other = await queried({ etag: `"${OTHER}"`, length: 4 });
    assert.equal(other.code, 2);
    assert.match(
      other.err,
      /error: the received content of output\.csv differs from that of the service; request it again\n$/,
    );
    assert.equal(readFileSync(path, 'utf8'), 'before\n');
  });

  it('leave nothing where the command is interrupted while they come', async () => {
    const controller = new AbortController();
    const ending = queried({ etag: '"a"', length: 100 }, controller.signal, () => controller.abort());
    const { code, err } = await ending;
    assert.equal(code, 130);
    assert.match(err, /\ninterrupted\n$/);
    assert.equal(readFileSync(path, 'utf8'), 'before\n');
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.partial')),
      [],
    );
  });

  it('and files have sizes for people', () => {
    const shown = [0, 1, 1023, 1024, 1536, 2 ** 20 - 1, 2 ** 20, 5.5 * 2 ** 30, 3 * 2 ** 50].map(sizeText);
    assert.deepEqual(shown, [
      ...['0 B', '1 B', '1023 B', '1.0 KiB', '1.5 KiB', '1.0 MiB', '1.0 MiB', '5.5 GiB', '3072.0 TiB'],
    ]);
  });
});
