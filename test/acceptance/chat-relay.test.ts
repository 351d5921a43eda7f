import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { packageFile } from '../../schemas/package-root.ts';
import { signatureHeaders } from '../../services/alerts/deliveries/webhook-signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = JSON.stringify({
  id: 'msg_1',
  type: 'alert.opened',
  at: '2026-03-12T19:30:00Z',
  alert: {
    rule: { id: 'r', name: 'Broken sensors' },
    severity: 'warning',
    network: 'north',
    stations: ['a'],
    summary: 'reads 11.0 degC above its neighbours since 18:30',
  },
});

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('examples/chat-relay.mjs', () => {
  let servers: Server[];
  let url: string;
  let chatStatus: number;
  const told: unknown[] = [];

  before(async () => {
    const { relay } = (await import(pathToFileURL(packageFile('examples', 'chat-relay.mjs')).href)) as {
      relay: (secret: string, chat: string) => Server;
    };
    const chat = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        told.push(JSON.parse(body));
        response.writeHead(chatStatus).end();
      });
    });
    const between = relay(SECRET, await listening(chat));
    servers = [chat, between];
    url = await listening(between);
  });
  beforeEach(() => {
    chatStatus = 200;
    told.length = 0;
  });
  after(() => {
    for (const server of servers) server.close();
  });

  const sent = async (headers: Record<string, string>, body = BODY) =>
    (await fetch(url, { method: 'POST', headers, body })).status;
  const signed = (body = BODY) => signatureHeaders(SECRET, 'msg_1', Date.now(), body);

  it('passes a signed alert on as a line of text', async () => {
    assert.equal(await sent(signed()), 204);
    const text = 'OPENED (warning) north: a: reads 11.0 degC above its neighbours since 18:30 [Broken sensors]';
    assert.deepEqual(told, [{ text }]);
  });

  it('refuses what is not signed with its secret, changed or old', async () => {
    assert.equal(await sent({}), 401);
    assert.equal(await sent(signed(), `${BODY} `), 401);
    assert.equal(await sent(signatureHeaders(SECRET, 'msg_1', Date.now() - 301_000, BODY)), 401);
    assert.equal((await fetch(url)).status, 401);
    assert.deepEqual(told, []);
  });

  it('has Halcyon try again while the chat refuses, and after a signed body that is no alert', async () => {
    chatStatus = 500;
    assert.equal(await sent(signed()), 502);
    assert.equal(await sent(signed('[]'), '[]'), 502);
  });

  it('does not read a body without end', async () => {
    const body = 'x'.repeat(1_000_001);
    assert.equal(await sent(signed(body), body), 413);
  });
});
