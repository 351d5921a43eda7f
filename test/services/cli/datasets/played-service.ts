import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Does something while a server on loopback answers as it is told; resolves with what came of it. */
export async function withService<T>(answer: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
