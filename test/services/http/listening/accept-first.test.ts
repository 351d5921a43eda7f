import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { serveAcceptingFirst } from '../../../../services/http/listening/accept-first.ts';

const CONNECTIONS = 40;
const BUSY_MS = 2;

describe('serveAcceptingFirst', () => {
  it('accepts whoever waits before it serves those again who were accepted', async () => {
    const server = createServer();
    let served = 0;
    let accepted = 0;
    let servedBefore = Number.POSITIVE_INFINITY;
    server.on('connection', () => {
      accepted += 1;
      if (accepted === CONNECTIONS) servedBefore = served;
    });
    serveAcceptingFirst(server, (_request, response) => {
      for (const end = performance.now() + BUSY_MS; performance.now() < end; );
      served += 1;
      response.end('x');
    });
    const port = await listening(server);
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(port, '127.0.0.1');
      const ask = () => socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
      return socket.on('connect', ask).on('data', ask);
    });
    try {
      while (served < 3 * CONNECTIONS) await new Promise((resolve) => setImmediate(resolve));
      // Without it each turn that accepts one serves everybody before: some CONNECTIONS² / 2 requests.
      assert.ok(servedBefore <= CONNECTIONS, `${servedBefore} requests served before the last one was accepted`);
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });

  it('answers each request once, whether it waited or not', async () => {
    const server = createServer();
    serveAcceptingFirst(server, (request, response) => response.end(request.url));
    const port = await listening(server);
    const paths = Array.from({ length: CONNECTIONS }, (_, place) => `/${place}`);
    const answers = await Promise.all(paths.map((path) => answerOf(`http://127.0.0.1:${port}${path}`)));
    assert.deepEqual(answers, paths);
    server.close();
  });
});

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function answerOf(url: string): Promise<string> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of response) text += String(piece);
  return text;
}
