import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Wait between two requests [ms]. */
const EVERY_MS = 20;

/** A client that asks this very process again and again, to see how long it lets others wait. */
export class AnswerProbe {
  readonly #times: number[] = [];
  #stopped = false;
  #asking: Promise<void> = Promise.resolve();

  async start(): Promise<void> {
    const server = createServer((_request, response) => response.end('here'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    this.#asking = this.#ask(port).finally(() => server.close());
  }

  /** Times from request to answer [ms], ascending. */
  async stop(): Promise<number[]> {
    this.#stopped = true;
    await this.#asking;
    return this.#times.sort((one, other) => one - other);
  }

  async #ask(port: number): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    while (!this.#stopped) {
      const began = performance.now();
      const [response] = await once(get({ port, agent }), 'response');
      await once(response.resume(), 'end');
      this.#times.push(performance.now() - began);
      await sleep(EVERY_MS);
    }
    agent.destroy();
  }
}
