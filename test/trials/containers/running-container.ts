import { setTimeout as sleep } from 'node:timers/promises';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import { freePort } from '../../../deploy/servers/server-process.ts';
import { messageOf } from '../../../schemas/errors.ts';
import type { ContainerEngine } from './container-engine.ts';

/** A start on a machine that has other things to do [ms]. */
const START_MS = 180_000;
/** What is shown of the words of a container that does not start. */
const KEPT_CHARACTERS = 4_000;
/** Longer than a process takes to end what it has in hand [s]. */
export const STOP_SECONDS = 30;

/** How a container of Halcyon is run. */
export interface ContainerSettings {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Parts that it has; all where not given. */
  readonly only?: string;
  /** Volume of its data; gone with the container where not given. */
  readonly volume?: string;
}

/** As deploy/compose runs them: a root that cannot be written, no capabilities, no way to more; on the machine's network. */
class HardenedContainer extends GenericContainer {
  constructor({ image, environment, only, volume }: ContainerSettings, port: number) {
    super(image);
    this.hostConfig.ReadonlyRootfs = true;
    this.hostConfig.SecurityOpt = ['no-new-privileges:true'];
    this.hostConfig.Init = true;
    const data = '/var/lib/halcyon';
    this.withNetworkMode('host')
      .withDroppedCapabilities('ALL')
      .withTmpFs({ '/tmp': '', ...(volume === undefined && { [data]: 'mode=0700,uid=1000,gid=1000' }) })
      .withEnvironment({ HALCYON_HOST: '127.0.0.1', PORT: String(port), ...environment })
      .withStartupTimeout(START_MS)
      .withWaitStrategy(Wait.forLogMessage(/Halcyon is ready after/));
    if (volume !== undefined) this.withBindMounts([{ source: volume, target: data }]);
    if (only !== undefined) this.withCommand(['run', '--only', only]);
  }
}

/** Starts a container. @throws Error with its last words where it does not come to what it waits for */
export async function startWithWords(container: GenericContainer): Promise<StartedTestContainer> {
  let words = '';
  container.withLogConsumer((stream) =>
    stream.on('data', (line: Buffer | string) => {
      words = (words + String(line)).slice(-KEPT_CHARACTERS);
    }),
  );
  try {
    return await container.start();
  } catch (cause) {
    throw new Error(`a container did not start: ${messageOf(cause)}\n${words}`, { cause });
  }
}

/** A container of Halcyon that is ready. */
export class RunningContainer {
  readonly name: string;
  readonly url: string;
  readonly started: StartedTestContainer;
  readonly #engine: ContainerEngine;

  private constructor(engine: ContainerEngine, started: StartedTestContainer, name: string, url: string) {
    this.#engine = engine;
    this.started = started;
    this.name = name;
    this.url = url;
  }

  /** Starts one and waits until it is ready. */
  static async on(engine: ContainerEngine, settings: ContainerSettings): Promise<RunningContainer> {
    const port = await freePort();
    const started = await startWithWords(new HardenedContainer(settings, port).withLabels(engine.labels));
    return new RunningContainer(engine, started, settings.only ?? 'system', `http://127.0.0.1:${port}`);
  }

  /** What a program in it writes, and how it ended. */
  exec(...words: string[]): ReturnType<StartedTestContainer['exec']> {
    return this.started.exec(words);
  }

  /** Kills all of its processes without a word; resolves with the container's exit code. */
  async kill(): Promise<number> {
    const container = await this.#container();
    await container.kill({ signal: 'SIGKILL' });
    return ((await container.wait()) as { StatusCode: number }).StatusCode;
  }

  /** Ends it by SIGTERM; resolves with its exit code and the seconds that took. */
  async stop(): Promise<{ readonly code: number; readonly seconds: number }> {
    const container = await this.#container();
    const began = performance.now();
    await container.stop({ t: STOP_SECONDS });
    const { State } = await container.inspect();
    return { code: State.ExitCode, seconds: (performance.now() - began) / 1000 };
  }

  /** Starts it again after its end and waits until it is ready; resolves with the seconds that took. */
  async again(): Promise<number> {
    const began = performance.now();
    await this.started.restart();
    while (!(await this.ready())) await sleep(50);
    return (performance.now() - began) / 1000;
  }

  /** Removes it; a volume that was made before stays. */
  async remove(): Promise<void> {
    await (await this.#container()).remove({ force: true, v: true });
  }

  /** True where everything it has is as it should be. */
  async ready(): Promise<boolean> {
    const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    return answer?.ok === true;
  }

  /** What Docker says of it, as `docker inspect --format` gives it. */
  async inspected(format: string): Promise<string> {
    return (await this.#engine.docker('inspect', this.started.getId(), '--format', format)).stdout.trim();
  }

  /** Its last lines, for a failure. */
  async words(): Promise<string> {
    const { stdout, stderr } = await this.#engine.tried('logs', '--tail', '20', this.started.getId());
    return `${this.name}:\n${stdout}${stderr}`;
  }

  async #container() {
    return (await getContainerRuntimeClient()).container.getById(this.started.getId());
  }
}
