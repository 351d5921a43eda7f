import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { forkModule } from '../../services/stores/fork-module.ts';
import type { LoadOrder, LoadPlace, LoadReport } from './load-process.ts';

/** The load as a process of its own. */
export class Load {
  readonly #child: ChildProcess;
  #sent = 0;
  #latencies: number[] = [];

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', ({ sent, latencies }: LoadReport) => {
      this.#sent = sent;
      this.#latencies.push(...latencies);
    });
  }

  /** Starts it with a rate of 0; resolves when it could send. */
  static async start(place: LoadPlace): Promise<Load> {
    const child = forkModule('./load-process', import.meta.url, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const load = new Load(child);
    child.send(place);
    await once(child, 'message');
    return load;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Observations that the log has taken. */
  get sent(): number {
    return this.#sent;
  }

  /** Sets how many stations report a second. */
  rate(rate: number): void {
    this.#child.send({ rate } satisfies LoadOrder);
  }

  /** Times from the submission of a spike to its verdict since the last call, in order [ms]. */
  takeLatencies(): number[] {
    return this.#latencies.splice(0).sort((a, b) => a - b);
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.send({ rate: null } satisfies LoadOrder);
    await ended;
  }
}
