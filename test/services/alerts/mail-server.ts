import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail that came in. */
export interface ReceivedMail {
  readonly to: readonly string[];
  /** The message as it was sent (RFC 5322). */
  readonly message: string;
}

/** A mail server on a port of loopback. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** What is said to a sender that is to come again; null: the mail is taken. */
  busy: string | null = null;
  readonly #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      onData: (stream, session, done) => {
        text(stream).then(
          (message) => {
            if (this.busy !== null) return done(Object.assign(new Error(this.busy), { responseCode: 451 }));
            this.received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message });
            done();
          },
          (error: unknown) => done(error as Error),
        );
      },
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
    return this;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
