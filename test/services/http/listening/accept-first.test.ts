import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
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
    const sockets = askingAgain(await listening(server));
    try {
      while (served < 3 * CONNECTIONS) await new Promise((resolve) => setImmediate(resolve));
      // Without it each turn that accepts one serves everybody before: some CONNECTIONS² / 2 requests.
      assert.ok(servedBefore <= CONNECTIONS, `${servedBefore} requests served before the last one was accepted`);
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });

  // All that had waited were begun before the first of them could end: 200 who asked for /healthz had more than the 64 that
  // may be under way, and the system was told overloaded while it was not.
  it('lets a request that waits for nothing end before the next begins', async () => {
    const server = createServer();
    let [underWay, most, served] = [0, 0, 0];
    serveAcceptingFirst(server, (_request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      const steps = async () => {
        for (let step = 0; step < 20; step++) await Promise.resolve();
        underWay -= 1;
        served += 1;
        response.end('x');
      };
      void steps();
    });
    const sockets = askingAgain(await listening(server));
    while (served < 5 * CONNECTIONS) await new Promise((resolve) => setImmediate(resolve));
    for (const socket of sockets) socket.destroy();
    assert.equal(most, 1);
    server.close();
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

/** Connections that ask, and again after each answer. */
function askingAgain(port: number): Socket[] {
  return Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(port, '127.0.0.1');
    const ask = () => socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    return socket.on('connect', ask).on('data', ask);
  });
}

async function answerOf(url: string): Promise<string> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of response) text += String(piece);
  return text;
}
