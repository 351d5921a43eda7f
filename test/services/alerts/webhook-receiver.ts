import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AlertMessage } from '../../../services/alerts/deliveries/alert-message.ts';

/** What a webhook has brought. */
export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly payload: AlertMessage;
}

/** A receiver of webhooks on a port of loopback that can be down, and that answers what a test says. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** Status that is answered; 0: no answer at all. */
  status = 204;
  headers: Record<string, string> = {};
  #server: Server | undefined;
  #port = 0;

  /** Begins to listen, on the same port as before. */
  async up(): Promise<this> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        this.received.push({ headers: request.headers, body, payload: JSON.parse(body) as AlertMessage });
        if (this.status !== 0) response.writeHead(this.status, this.headers).end();
      });
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    return this;
  }

  async down(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`;
  }
}
