import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { signatureHeaders } from '../../services/alerts/deliveries/webhook-signature.ts';
import { readPage } from './markdown-page.ts';

type Verify = (secret: string, headers: Readonly<Record<string, string>>, body: string, now?: number) => void;

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const NOON = Date.UTC(2026, 2, 1, 12);

describe('the receiver of docs/alerts.md', () => {
  let folder: string;
  let verify: Verify;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-receiver-'));
    const block = readPage('docs/alerts.md').blocks.find(({ language }) => language === 'js');
    assert.ok(block !== undefined, 'it is on the page');
    const path = join(folder, 'verify.mjs');
    writeFileSync(path, block.text);
    ({ verify } = (await import(pathToFileURL(path).href)) as { verify: Verify });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('takes what is signed with its secret, also beside the signature with another', () => {
    const headers = signatureHeaders(SECRET, 'msg_1', NOON, '{"a":"é"}');
    verify(SECRET, headers, '{"a":"é"}', NOON + 60_000);
    const both = `v1,AAAA ${headers['webhook-signature']}`;
    verify(SECRET, { ...headers, 'webhook-signature': both }, '{"a":"é"}', NOON);
  });

  it('refuses what is changed, old, of another secret or not signed', () => {
    const headers = signatureHeaders(SECRET, 'msg_1', NOON, '{}');
    assert.throws(() => verify(SECRET, headers, '{ }', NOON), /not signed/);
    assert.throws(() => verify(SECRET, { ...headers, 'webhook-id': 'msg_2' }, '{}', NOON), /not signed/);
    assert.throws(() => verify(`${SECRET.slice(0, -4)}AAAA`, headers, '{}', NOON), /not signed/);
    assert.throws(() => verify(SECRET, headers, '{}', NOON + 301_000), /too old/);
    assert.throws(() => verify(SECRET, { ...headers, 'webhook-timestamp': 'x' }, '{}', NOON), /too old/);
    assert.throws(() => verify(SECRET, signatureHeaders(null, 'msg_1', NOON, '{}'), '{}', NOON), /not signed/);
  });
});
